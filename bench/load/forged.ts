/**
 * Load process: calls of a Meta app's own hook whose signature has the right form and does not fit,
 * bounded in number and time. Prints a line once it is at work, and one that counts the answers.
 */
import { RawConnection } from "./http.ts";
import { readOptions } from "./options.ts";

export interface ForgedLoad {
  port: number;
  path: string;
  body: string;
  most: number;
  mostSeconds: number;
  connections: number;
  /** Addresses that they come from, in turn. */
  addresses: number;
}

/** Counts of answers by status. */
export type ForgedResult = Record<string, number>;

const counts: ForgedResult = {};

async function run(load: ForgedLoad): Promise<ForgedResult> {
  const endsAt = performance.now() + load.mostSeconds * 1_000;
  let next = 0;
  await Promise.all(Array.from({ length: load.connections }, async () => {
    const connection = await RawConnection.open(load.port);
    for (let n = next++; n < load.most && performance.now() < endsAt; n = next++) {
      const { status } = await connection.call(requestOf(load, n));
      counts[status] = (counts[status] ?? 0) + 1;
    }
    connection.close();
  }));
  return counts;
}

function requestOf({ port, path, body, addresses }: ForgedLoad, n: number): Uint8Array {
  const address = `2001:db8:${(n % addresses).toString(16)}::1`;
  return new TextEncoder().encode([
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Content-Type: application/json",
    `X-Hub-Signature-256: sha256=${n.toString(16).padStart(64, "0")}`,
    `X-Client-Address: ${address}`,
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    "",
    body,
  ].join("\r\n"));
}

const options = await readOptions<ForgedLoad>();
console.log(JSON.stringify("started"));
console.log(JSON.stringify(await run(options)));
