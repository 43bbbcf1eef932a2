/** What a page weighs: its bodies as they come over the wire, compressed. */
import type { BrowserContext, Page } from "playwright-core";

/** Each answer's size by its address, from now on; what comes from the cache has 0 bytes. */
export async function recordSizes(
  context: BrowserContext,
  page: Page,
): Promise<Map<string, number>> {
  const session = await context.newCDPSession(page);
  const sizes = new Map<string, number>();
  const urls = new Map<string, string>();
  const heads = new Map<string, number>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    urls.set(requestId, request.url);
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    heads.set(requestId, response.encodedDataLength);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    const body = Math.max(0, encodedDataLength - (heads.get(requestId) ?? 0));
    if (url) sizes.set(url, (sizes.get(url) ?? 0) + body);
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
