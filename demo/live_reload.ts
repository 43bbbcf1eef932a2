/** Proxies the live-reload socket of a page; used by `deno task dev` only. */
import type { IncomingMessage, Server } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

const PATH = "/_frsh/alive";
const passed = /^(host|connection|upgrade|sec-websocket-.*)$/i;

/** Connects both ends; any other upgrade is dropped, and no credential is passed on. */
export function passLiveReload(server: Server, target: string): void {
  const { hostname, port } = new URL(target);
  server.on("upgrade", (request: IncomingMessage, browser: Duplex, head: Uint8Array) => {
    if (request.url !== PATH) return browser.destroy();
    const app = connect(Number(port), hostname, () => {
      app.write(`GET ${PATH} HTTP/1.1\r\n${headersOf(request)}\r\n`);
      app.write(head);
      browser.pipe(app).pipe(browser);
    });
    for (const [one, other] of [[browser, app], [app, browser]] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
}

function headersOf({ rawHeaders }: IncomingMessage): string {
  let text = "";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (passed.test(rawHeaders[at]!)) text += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`;
  }
  return text;
}
