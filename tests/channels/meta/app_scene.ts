/** A Meta app of a world, and calls of its hook. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { payload } from "./payloads.ts";

export const secret = "0123456789abcdef0123456789abcdef";
export const newApp = {
  name: "Taller",
  app_id: "1517776481860111",
  secrets: { app_secret: secret },
};

/** Adds an app; by default of company 1. */
export async function addApp(world: World, more: object = {}, member: string = people.ana) {
  const api = apiOf(world, member);
  const app = await expectData(api("POST", "/meta-apps", { ...newApp, ...more }), 201);
  const { pathname: path } = new URL(app.hook);
  return { api, app, id: app.id as number, path };
}

export interface Post {
  body: string | Uint8Array<ArrayBuffer>;
  key?: string;
  signature?: string | null;
}

/** Posts as Meta does; `signature` null leaves it out. */
export async function post(world: World, path: string, { body, key = secret, signature }: Post) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const own = `sha256=${createHmac("sha256", key).update(bytes).digest("hex")}`;
  const header = signature === undefined ? own : signature;
  const response = await fetch(`${world.url}${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...header === null ? {} : { "X-Hub-Signature-256": header },
    },
    body: bytes,
  });
  return { status: response.status, text: await response.text() };
}

export async function deliver(world: World, path: string, name: string): Promise<void> {
  const answer = await post(world, path, { body: JSON.stringify(payload(name)) });
  assert.deepEqual(answer, { status: 200, text: "EVENT_RECEIVED" });
}

export function storedHooks(world: World) {
  return asWorker(
    world.services.database.db,
    (trx) => trx.selectFrom("meta_hooks").select(["id", "body"]).orderBy("id").execute(),
  );
}

/** Until each hook that came is split. */
export async function allSplit(world: World): Promise<void> {
  await until(async () => (await storedHooks(world)).every(({ body }) => body === null), {
    what: "hooks to be split",
  });
}

/** An account of the kind, as connecting makes it. */
export async function addAccount(
  world: World,
  { appId, companyId = 1, appCompanyId = companyId, object, externalId }: {
    appId: number;
    companyId?: number;
    appCompanyId?: number;
    object: "whatsapp_business_account" | "page" | "instagram";
    externalId: string;
  },
): Promise<number> {
  return await inCompany(world.services.database.db, companyId, async (trx) => {
    const { id } = await trx.insertInto("channel_accounts").values({
      company_id: companyId,
      kind: "whatsapp",
      channel: "whatsapp",
      name: externalId,
      // What comes is kept as it is.
      state: "paused",
      paused_by: "member",
    }).returning("id").executeTakeFirstOrThrow();
    await trx.insertInto("meta_routes").values({
      company_id: companyId,
      account_id: id,
      app_company_id: appCompanyId,
      app_id: appId,
      object,
      external_id: externalId,
    }).execute();
    return id;
  });
}

export function eventsOf(world: World, companyId: number, accountId: number) {
  return inCompany(world.services.database.db, companyId, async (trx) => {
    const rows = await trx.selectFrom("channel_events").select("external_id")
      .where("account_id", "=", accountId).orderBy("id").execute();
    return rows.map(({ external_id }) => external_id);
  });
}
