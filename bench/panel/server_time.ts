import { Agent, request } from "node:http";

/**
 * Asks for a page as a browser does, on one kept connection, one request after the other.
 * @returns milliseconds until each compressed answer was there whole
 */
export async function askForPage(
  address: URL,
  { token, runs }: { token: string; runs: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    "Cf-Access-Jwt-Assertion": token,
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Sec-Fetch-Site": "same-origin",
  };
  const timesMs: number[] = [];
  for (let n = 0; n < runs; n++) {
    const start = performance.now();
    await ask(address, { agent, headers });
    timesMs.push(performance.now() - start);
  }
  agent.destroy();
  return timesMs;
}

function ask(address: URL, options: { agent: Agent; headers: Record<string, string> }) {
  return new Promise<void>((resolve, reject) => {
    const call = request(address, options, (answer) => {
      answer.resume();
      answer.on("error", reject).on("end", () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`GET ${address.pathname}: ${answer.statusCode}`));
      });
    });
    call.on("error", reject).end();
  });
}
