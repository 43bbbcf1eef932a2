/** The app itself behind a gateway, both on loopback. */
import { join } from "node:path";
import { readGatewayConfig } from "@/gateway/config.ts";
import { openGateway } from "@/gateway/open.ts";
import { makeEntryLink, makeRecoveryLink } from "@/lib/access/entry_links.ts";
import { addMember, disableMember } from "@/lib/access/members.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { freePort } from "@/tests/support/process.ts";
import { makeWorld, type World } from "@/tests/support/world.ts";
import { buildFolder } from "../../support/build_folder.ts";
import { gatewayDatabase } from "./databases.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { audience, secret } from "./scene.ts";
import { Visitor } from "./visitor.ts";

export interface RealApp extends AsyncDisposable {
  world: World;
  origin: string;
  mailbox: Mailbox;
  /** Milliseconds that the gateway's clock for its word of the app is ahead. */
  clock: { now: number };
  visitor(device?: Visitor["device"]): Visitor;
  /** Makes the address a member and returns its link's token. */
  invite(email: string, companyId: number): Promise<string>;
  /** The operator's link for someone who lost every way in. */
  recover(email: string, companyId: number): Promise<string>;
  removeMember(email: string, companyId: number): Promise<void>;
}

interface Settings {
  /** Of the app. */
  env?: Record<string, string>;
  gatewayEnv?: Record<string, string>;
}

export async function openRealApp(
  { env = {}, gatewayEnv = {} }: Settings = {},
): Promise<RealApp> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-gateway-" });
  const port = freePort();
  const origin = `http://localhost:${port}`;
  const world = await makeWorld({
    env: {
      PUBLIC_URL: origin,
      GATEWAY_SECRET: secret,
      GATEWAY_AUDIENCE: audience,
      GATEWAY_ISSUER: origin,
      GATEWAY_JWKS_URL: `http://127.0.0.1:${port}/.gateway/jwks`,
      CLIENT_IP_HEADER: "X-Forwarded-For",
      ...env,
    },
  });
  const mailbox = await openMailbox();
  const clock = { now: 0 };
  const onServer = world.kind === "postgres"
    ? {
      GATEWAY_DATABASE_URL: await gatewayDatabase(),
      GATEWAY_AUTH_SECRET: "signs what the gateway says, in a test",
    }
    : {};
  const opened = await openGateway(
    readGatewayConfig({
      PUBLIC_URL: origin,
      GATEWAY_PORT: String(port),
      GATEWAY_APP_URL: world.url,
      GATEWAY_SECRET: secret,
      GATEWAY_AUDIENCE: audience,
      GATEWAY_DATA_DIR: join(folder, "gateway"),
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(mailbox.port),
      SMTP_SECURITY: "none",
      SMTP_FROM: "relevo@shop.example",
      ...onServer,
      ...gatewayEnv,
    }),
    {
      log: createLog("error"),
      assets: join(buildFolder, "static/gateway"),
      now: () => Date.now() + clock.now,
    },
  );
  const { db } = world.services.database;
  return {
    ...{ world, origin, mailbox, clock },
    visitor: (device) => new Visitor(origin, device),
    async invite(email, companyId) {
      await transact(db, (trx) => addMember(trx, { companyId, email, role: "taller" }));
      const link = await inCompany(
        db,
        companyId,
        (trx) => makeEntryLink(trx, { companyId }, { email }),
      );
      return link.token;
    },
    async recover(email, companyId) {
      const link = await transact(db, (trx) => makeRecoveryLink(trx, { companyId }, email));
      return link.token;
    },
    async removeMember(email, companyId) {
      const { id } = await world.owner.db.selectFrom("users").select("id")
        .where("email", "=", email).executeTakeFirstOrThrow();
      await transact(db, (trx) => disableMember(trx, { companyId }, id));
    },
    async [Symbol.asyncDispose]() {
      await opened.close();
      await mailbox[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
