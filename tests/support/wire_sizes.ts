/**
 * What a page weighs: its answers as they come over the wire, compressed and with their headers.
 */
import type { CDPSession } from "playwright-core";

/** Each answer's size by its address, from now on; what comes from the cache is left out. */
export async function recordSizes(session: CDPSession): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const urls = new Map<string, string>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    urls.set(requestId, request.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url && encodedDataLength > 0) sizes.set(url, (sizes.get(url) ?? 0) + encodedDataLength);
  });
  await session.send("Network.enable");
  return sizes;
}

/** The sum of everything but fonts, and each font. */
export function weigh(sizes: Map<string, number>): { page: number; fonts: number[] } {
  const [fonts, others] = [true, false].map((wanted) =>
    [...sizes].filter(([url]) => url.includes(".woff2") === wanted).map(([, size]) => size)
  );
  return { page: others!.reduce((sum, size) => sum + size, 0), fonts: fonts! };
}
