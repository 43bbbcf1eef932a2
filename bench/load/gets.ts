/**
 * Load process: the same request again and again over kept connections. It prints a line when the
 * server is warm, pauses so that it can be looked at, and prints how many were answered after that.
 */
import { RawConnection } from "./http.ts";
import { readOptions } from "./options.ts";

export interface GetsLoad {
  port: number;
  path: string;
  headers?: Record<string, string>;
  connections: number;
  warmUps: number;
  count: number;
  pauseMs: number;
  status?: number;
}

async function run(load: GetsLoad): Promise<number> {
  const { connections, warmUps, count, pauseMs } = load;
  const all = await Promise.all(
    Array.from({ length: connections }, () => RawConnection.open(load.port)),
  );
  await ask(load, all, warmUps);
  console.log(JSON.stringify("warm"));
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  await ask(load, all, count);
  return count;
}

async function ask(
  { port, path, headers = {}, status: expected = 200 }: GetsLoad,
  connections: RawConnection[],
  count: number,
): Promise<void> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const request = new TextEncoder().encode(`GET ${path} HTTP/1.1\r\n${lines}\r\n`);
  let remaining = count;
  await Promise.all(connections.map(async (connection) => {
    while (remaining-- > 0) {
      const { status, body } = await connection.call(request);
      if (status !== expected) throw new Error(`${status} ${new TextDecoder().decode(body)}`);
    }
  }));
}

console.log(JSON.stringify(await run(await readOptions())));
// The connections stay until the server has been looked at.
await new Promise((resolve) => setTimeout(resolve, 60_000));
