/**
 * Load process: posts signed hooks as Meta does, at a rate that waits for nobody (open loop), or
 * each as soon as the last was answered. Every answer has to be 200.
 */
import { createHmac } from "node:crypto";
import { RawConnection } from "./http.ts";
import { readOptions } from "./options.ts";

export interface HookLoad {
  port: number;
  /** Path of the app's hook, and the secret that signs its bodies. */
  path: string;
  secret: string;
  /**
   * Bodies as JSON, taken in turn. In each "00000000" becomes the hook's number, "99999999" one of
   * `people`, "77777777" one of `messages`.
   */
  bodies: string[];
  people: number;
  messages: number;
  /** Number of the first: hooks on one database must not repeat any. */
  from: number;
  count: number;
  /** 0: as fast as they are answered. */
  perSecond: number;
  connections: number;
  /** As `CLIENT_IP_HEADER` has it; none unless told. */
  address?: string;
}

export interface HookLoadResult {
  /** From when a hook was due until its answer. */
  latenciesMs: number[];
  seconds: number;
}

async function run(load: HookLoad): Promise<HookLoadResult> {
  const { count, perSecond, connections } = load;
  const requests = Array.from({ length: count }, (_, n) => requestOf(load, n));
  const latenciesMs: number[] = [];
  const startAt = performance.now() + 100;
  let next = 0;
  await Promise.all(Array.from({ length: connections }, async () => {
    const connection = await RawConnection.open(load.port);
    for (let n = next++; n < count; n = next++) {
      const dueAt = perSecond > 0 ? startAt + n * 1_000 / perSecond : performance.now();
      const earlyMs = dueAt - performance.now();
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
      const { status, body } = await connection.call(requests[n]!);
      if (status !== 200) throw new Error(`${status} ${new TextDecoder().decode(body)}`);
      latenciesMs.push(performance.now() - dueAt);
    }
    connection.close();
  }));
  return { latenciesMs, seconds: (performance.now() - startAt) / 1_000 };
}

function requestOf({ port, path, secret, bodies, address, ...load }: HookLoad, n: number) {
  const number = load.from + n;
  // Each kind goes through all people.
  const turn = Math.floor(number / bodies.length);
  const body = bodies[number % bodies.length]!.replaceAll("00000000", digits(number))
    .replaceAll("99999999", digits(turn % load.people))
    .replaceAll("77777777", digits(turn % load.messages));
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return new TextEncoder().encode([
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Content-Type: application/json",
    `X-Hub-Signature-256: sha256=${signature}`,
    ...address ? [`X-Client-Address: ${address}`] : [],
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    "",
    body,
  ].join("\r\n"));
}

function digits(number: number): string {
  return String(number).padStart(8, "0");
}

console.log(JSON.stringify(await run(await readOptions())));
