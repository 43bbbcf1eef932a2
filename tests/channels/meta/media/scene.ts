/** Accounts of Meta with messages that were filed, for what is fetched afterwards. */
import { v7 } from "uuid";
import { accessTokenField, writeSecret } from "@/lib/channels/accounts/secrets.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { FetchSource } from "@/lib/db/tables/meta.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData } from "../../../crm/scene.ts";
import { until } from "../../../support/wait.ts";
import { people, type World } from "../../../support/world.ts";

type Kind = "whatsapp" | "instagram" | "facebook";

const objects = {
  whatsapp: "whatsapp_business_account",
  instagram: "instagram",
  facebook: "page",
} as const;

const secret = "0123456789abcdef0123456789abcdef";
let count = 0;

export type Connected = Awaited<ReturnType<typeof connectMeta>>;

/** An account as connecting makes it, which the Graph API knows by its token. */
export async function connectMeta(
  world: World,
  kind: Kind,
  { companyId = 1, member = people.ana as string, settings = {} as object } = {},
) {
  const api = apiOf(world, member, member === people.luis ? companyId : undefined);
  const appId = `77${++count}`;
  const ownId = `100${count}`;
  const app = await expectData(
    api("POST", "/meta-apps", { name: kind, app_id: appId, secrets: { app_secret: secret } }),
    201,
  );
  world.graph.addApp(appId, secret);
  const token = world.graph.addToken({ text: `token-${ownId}`, appId, ownerId: ownId });
  const ids = {
    whatsapp: { phone_number_id: ownId, waba_id: `9${ownId}` },
    instagram: { login: "page", page_id: `5${ownId}`, ig_id: ownId },
    facebook: { page_id: ownId },
  };
  const page = { id: `5${ownId}`, name: "Taller", username: null, instagramId: ownId };
  world.graph.state.pages.set(page.id, page);
  const { db } = world.services.database;
  const id = await inCompany(db, companyId, async (trx) => {
    const account = await trx.insertInto("channel_accounts").values({
      ...{ company_id: companyId, kind, channel: kind, name: kind, state: "working" },
      settings: JSON.stringify({ meta_app_id: app.id, ...ids[kind], ...settings }),
    }).returning("id").executeTakeFirstOrThrow();
    await trx.insertInto("meta_routes").values({
      ...{ company_id: companyId, account_id: account.id, app_company_id: companyId },
      ...{ app_id: app.id, object: objects[kind], external_id: ownId },
    }).execute();
    await writeSecret(trx, { companyId }, world.services.secretCipher!, {
      ...{ accountId: account.id, field: accessTokenField, secret: token.text },
    });
    return account.id;
  });
  return { api, id, kind, companyId, ownId, token, hook: app.hook as string };
}

/** A contact with a message of the account. */
export async function fileMessage(
  world: World,
  { api, id: via, kind, companyId }: Connected,
  name = "Marta",
) {
  const contact = await expectData(api("POST", "/contacts", { name, channel: kind }), 201);
  const { db } = world.services.database;
  const message = await inCompany(
    db,
    companyId,
    (trx) =>
      trx.insertInto("contact_messages").values({
        ...{ company_id: companyId, contact_id: contact.id, direction: "in", channel: kind },
        ...{ body: "", external_id: v7(), via_id: via, sent_at: new Date() },
      }).returning("id").executeTakeFirstOrThrow(),
  );
  return { contactId: contact.id as number, messageId: message.id };
}

/** A file that is to be fetched for the message, as filing makes it. */
export async function addComing(
  world: World,
  { id: account_id, companyId: company_id }: Connected,
  { messageId: message_id, isLeased = false, ...source }:
    & { messageId: number; isLeased?: boolean }
    & Partial<FetchSource>,
): Promise<string> {
  const id = v7();
  await tenant(world, company_id, async (trx) => {
    await trx.insertInto("files").values({ id, company_id, name: "foto", message_id }).execute();
    await trx.insertInto("file_fetches").values({
      ...{ company_id, account_id, file_id: id },
      source: JSON.stringify({ mediaId: null, url: null, sha256: null, isStory: false, ...source }),
      ...isLeased && { lease: v7(), leased_until: new Date(Date.now() + 60_000) },
    }).execute();
    trx.afterCommit({ kind: "files_due", companyId: company_id });
  });
  return id;
}

export function tenant<T>(world: World, companyId: number, work: (trx: Trx) => Promise<T>) {
  const { database: { db }, announce } = world.services;
  return inCompany(db, companyId, work, announce);
}

/** The file as the message shows it, once it is so. */
export async function fileOf(
  { api }: Connected,
  { contactId, messageId }: { contactId: number; messageId: number },
  id: string,
  // deno-lint-ignore no-explicit-any -- tests assert on the parts they know
  isSo: (file: any) => boolean = ({ coming }) => !coming,
) {
  return await until(async () => {
    const message = await expectData(api("GET", `/contacts/${contactId}/messages/${messageId}`));
    const file = message.files.find((one: { id: string }) => one.id === id);
    return isSo(file) && file;
  });
}

/** Ends the wait of what is to be tried again. */
export async function retryNow(world: World, { companyId }: Connected): Promise<void> {
  await tenant(world, companyId, async (trx) => {
    await trx.updateTable("file_fetches").set((eb) => ({ due_at: eb.fn<Date>("now") }))
      .where("company_id", "=", companyId).where("due_at", "is not", null).execute();
    trx.afterCommit({ kind: "files_due", companyId });
  });
}

/** One pixel. */
export const png = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (letter) => letter.charCodeAt(0),
);
