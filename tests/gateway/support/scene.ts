/** A gateway with an app behind it, a mail server beside it, and people in front. */
import { join } from "node:path";
import { readGatewayConfig } from "@/gateway/config.ts";
import { type OpenGateway, openGateway } from "@/gateway/open.ts";
import { createLog } from "@/lib/tools/log.ts";
import { kindsFor } from "@/tests/support/kinds.ts";
import { freePort } from "@/tests/support/process.ts";
import { buildFolder } from "../../support/build_folder.ts";
import { embedGatewayDatabase, gatewayDatabase } from "./databases.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type StandIn, startStandIn } from "./stand_in.ts";
import { Visitor } from "./visitor.ts";

export const secret = "between-the-app-and-its-gateway-in-tests";
export const audience = "relevo-tests";
export const header = "Cf-Access-Jwt-Assertion";

export interface Scene {
  app: StandIn;
  /** Settings of the gateway. */
  env: Record<string, string>;
  opened: OpenGateway;
  origin: string;
  mailbox: Mailbox;
  logged: string[];
  /** Milliseconds that the gateway's clock for its word of the app is ahead. */
  clock: { now: number };
  visitor(device?: Visitor["device"]): Visitor;
  /** A member with a passkey, signed in. */
  member(email: string, companyId?: number): Promise<Visitor>;
  /** Closes the gateway and opens it anew over the same data. */
  restart(): Promise<void>;
}

interface Options {
  /** Whether codes can be sent. */
  mail?: boolean;
  env?: Record<string, string>;
  /** How long the gateway waits for an app that is away; it looks once unless told. */
  appWaitMs?: number;
  /** Whether it runs on both kinds of database in every run. */
  both?: boolean;
}

const assets = join(buildFolder, "static/gateway");

/** Registers the test on each kind of database that this run is for. */
export function scene(
  name: string,
  act: (scene: Scene) => Promise<void>,
  { both, ...options }: Options = {},
): void {
  for (const kind of kindsFor({ both })) {
    Deno.test({
      name: `gateway: ${name} (${kind})`,
      // What the database and its pool keep belongs to no test.
      sanitizeOps: false,
      sanitizeResources: false,
      fn: () => play(act, kind, options),
    });
  }
}

async function play(
  act: (scene: Scene) => Promise<void>,
  kind: "postgres" | "pglite",
  { mail = true, env = {}, appWaitMs = 0 }: Options,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-gateway-" });
  await using app = startStandIn({ secret });
  await using mailbox = await openMailbox();
  const port = freePort();
  const origin = `http://localhost:${port}`;
  const settings: Record<string, string> = {
    PUBLIC_URL: origin,
    GATEWAY_PORT: String(port),
    GATEWAY_APP_URL: app.url,
    GATEWAY_SECRET: secret,
    GATEWAY_AUDIENCE: audience,
    GATEWAY_DATA_DIR: join(folder, "gateway"),
    ...(kind === "postgres" ? await onServer() : {}),
    ...(mail ? smtp(mailbox) : {}),
    ...env,
  };
  if (kind === "pglite") await embedGatewayDatabase(settings.GATEWAY_DATA_DIR!);
  const logged: string[] = [];
  const clock = { now: 0 };
  const log = createLog("debug", (line) => void logged.push(line));
  const now = () => Date.now() + clock.now;
  const open = () => openGateway(readGatewayConfig(settings), { log, assets, now, appWaitMs });
  const scene: Scene = {
    ...{ app, mailbox, origin, logged, clock, env: settings },
    opened: await open(),
    visitor: (device) => new Visitor(origin, device),
    async member(email, companyId = 1) {
      const visitor = new Visitor(origin);
      await visitor.redeem(await app.invite(email, companyId));
      return visitor;
    },
    async restart() {
      await scene.opened.close();
      scene.opened = await open();
    },
  };
  try {
    await act(scene);
  } finally {
    await scene.opened.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function onServer(): Promise<Record<string, string>> {
  return {
    GATEWAY_DATABASE_URL: await gatewayDatabase(),
    GATEWAY_AUTH_SECRET: "signs what the gateway says, in a test",
  };
}

function smtp({ port }: Mailbox): Record<string, string> {
  return {
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(port),
    SMTP_SECURITY: "none",
    SMTP_FROM: "Relevo <relevo@shop.example>",
  };
}
