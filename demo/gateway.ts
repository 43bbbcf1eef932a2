/**
 * The gateway as production runs it, opened by the demo with a database of its own. The demo adds
 * presses to its sign-in page, the customers' pages, and the live reload of `deno task dev`.
 */
import { join } from "node:path";
import { type GatewayConfig, readGatewayConfig } from "@/gateway/config.ts";
import { type OpenGateway, openGateway } from "@/gateway/open.ts";
import { currentBuild } from "@/lib/launch/builds.ts";
import { createLog } from "@/lib/tools/log.ts";
import { ROOT } from "./assets.ts";
import { chatPath } from "./chat/accounts.ts";
import { customerPages, type Customers } from "./customer/pages.ts";
import { passLiveReload } from "./live_reload.ts";
import { mailPath } from "./mail/path.ts";
import { metaPath } from "./meta/path.ts";
import type { Place } from "./options.ts";
import { type Person, pressesOf } from "./sign_in/press.tsx";

/** @throws ConfigError where the demo's address is none that a gateway can have */
export function demoGatewayConfig(
  { host, port, appPort, publicUrl, headerName, gatewaySecret, files }: Place,
): GatewayConfig {
  return readGatewayConfig({
    GATEWAY_HOST: host,
    GATEWAY_PORT: String(port),
    GATEWAY_APP_URL: `http://127.0.0.1:${appPort}`,
    PUBLIC_URL: publicUrl,
    GATEWAY_SECRET: gatewaySecret,
    GATEWAY_AUDIENCE: "relevo-demo",
    GATEWAY_JWT_HEADER: headerName,
    GATEWAY_DATA_DIR: files.gateway,
  });
}

interface Visitors extends Customers {
  /** People who may sign in by a press. */
  people: readonly Person[];
}

interface Options {
  /** Passes on the development server's live-reload socket. */
  isWatching?: boolean;
  /** Takes each line of its log from warnings up. */
  warn?: (line: string) => void;
  /** How long a request waits while the app is away. */
  appWaitMs?: number;
}

export async function openDemoGateway(
  config: GatewayConfig,
  { people, ...customers }: Visitors,
  { isWatching = false, warn = console.error, appWaitMs }: Options = {},
): Promise<OpenGateway> {
  const presses = pressesOf({
    people,
    chats: customers.chats.map(({ account: { company, companyId } }) => ({
      company,
      href: chatPath(companyId),
    })),
    mails: customers.mails.map(({ mailbox: { owner: { company, companyId } } }) => ({
      company,
      href: mailPath(companyId),
    })),
    phones: customers.phones.map(({ business: { company, companyId } }) => ({
      company,
      href: metaPath(companyId),
    })),
  });
  const opened = await openGateway(config, {
    appWaitMs,
    log: createLog("warn", warn),
    assets: join((await currentBuild(ROOT))!.folder, "static/gateway"),
    additions: { ...presses, answer: customerPages(customers, config.publicUrl) },
  });
  if (isWatching) passLiveReload(opened.server, config.appUrls[0]!);
  return opened;
}
