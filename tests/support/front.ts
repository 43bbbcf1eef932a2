/** The gateway's proxy alone in front of apps: nobody signs in. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Apps } from "@/gateway/apps/apps.ts";
import { createProxy, type Proxy } from "@/gateway/proxy/proxy.ts";
import { createLog, type Log } from "@/lib/tools/log.ts";

interface FrontOptions {
  port?: number;
  /** What it says of the person. */
  identity?: string;
  identityHeader?: string;
  ownCookies?: string[];
  waitMs?: number;
  lookMs?: number;
  mostWaiting?: number;
  secret?: string;
  log?: Log;
}

export interface Front extends AsyncDisposable {
  url: string;
  apps: Apps;
  proxy: Proxy;
}

/** Starts one on 127.0.0.1, on a free port unless told. @param origins where the apps are */
export async function openFront(
  origins: string[],
  { port = 0, identity, identityHeader = "X-Identity", ownCookies = [], ...waits }: FrontOptions =
    {},
): Promise<Front> {
  const apps = new Apps(origins, { log: createLog("error"), ...waits });
  const proxy = createProxy({ apps, identityHeader, ownCookies });
  const server = createServer((req, res) => {
    // An unread body would hold up the next request of its connection.
    res.on("finish", () => req.resume());
    const unreachable = () => void res.writeHead(503, { "retry-after": "2" }).end();
    proxy.forward(req, res, { identity, unreachable });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    ...{ apps, proxy },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      apps.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
