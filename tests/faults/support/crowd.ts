/**
 * Worker: holds many streams of phones open, in a thread of its own so that reading them takes
 * nothing from the app under test.
 */
interface Crowd {
  port: number;
  /** A stream for each; a token may come several times. */
  tokens: string[];
}

/** Messages of the worker: open streams, once, and events received, when asked. */
export type CrowdNews = { open: number } | { heard: number };

const openedAtOnce = 50;
const mark = "event: notification";
// deno-lint-ignore no-explicit-any -- the types of workers are not among the compiler's libraries
const worker = self as any;
let heard = 0;

async function openAll({ port, tokens }: Crowd): Promise<void> {
  for (let at = 0; at < tokens.length; at += openedAtOnce) {
    await Promise.all(tokens.slice(at, at + openedAtOnce).map((token) => open(port, token)));
  }
  worker.postMessage({ open: tokens.length });
}

/** Settles with the first bytes of the stream. */
async function open(port: number, token: string): Promise<void> {
  const socket = await Deno.connect({ hostname: "127.0.0.1", port });
  const request = `GET /api/phone/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    `Authorization: Bearer ${token}\r\n\r\n`;
  await socket.write(new TextEncoder().encode(request));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  (async () => {
    const buffer = new Uint8Array(16_384);
    const decoder = new TextDecoder("latin1");
    let rest = "";
    for (let size; (size = await socket.read(buffer)) !== null;) {
      const text = rest + decoder.decode(buffer.subarray(0, size));
      if (text.includes("retry: ")) resolve();
      if (text.includes("HTTP/1.1 4")) reject(new Error(text));
      const parts = text.split(mark);
      heard += parts.length - 1;
      rest = parts.at(-1)!.slice(-mark.length);
    }
  })().catch(reject);
  await promise;
}

worker.onmessage = ({ data }: MessageEvent<Crowd | "heard">) => {
  if (data === "heard") worker.postMessage({ heard });
  else openAll(data);
};
