/** The Meta app of each sample company and its three accounts: connected once, and kept. */
import { accountCreate } from "@/lib/channels/accounts/account.ts";
import { createAccount } from "@/lib/channels/accounts/create_account.ts";
import { type MetaKind, metaKinds } from "@/lib/channels/meta/account_settings.ts";
import { appCreate } from "@/lib/channels/meta/apps/app.ts";
import { hookObjects } from "@/lib/values/hook_object.ts";
import { writeAppSecrets } from "@/lib/channels/accounts/app_secrets.ts";
import { createApp, findApp } from "@/lib/channels/meta/apps/apps.ts";
import { MetaAccounts } from "@/lib/channels/meta/connect/meta_accounts.ts";
import { noteObjects } from "@/lib/channels/meta/hook/hook_bodies.ts";
import { changeChannel } from "@/lib/channels/out/change_channel.ts";
import { crmChannelHandlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { parseNets } from "@/lib/outbound/addresses.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { openGate } from "@/lib/tools/hold.ts";
import { createLog } from "@/lib/tools/log.ts";
import type { FakeGraph } from "@/tests/support/graph/graph.ts";
import { sampleCompanies } from "../companies.ts";
import {
  appIdOf,
  type Business,
  type BusinessAccount,
  type BusinessSecrets,
  newSecrets,
  openBusiness,
  subscribeBusiness,
} from "./business.ts";

interface Wanted {
  /** Path of the saved secrets; readable by its owner only. */
  file: string;
  cipher: SecretCipher;
  /** Origin that people open. */
  publicUrl: string;
}

/** A business with the place where the app takes its hooks. */
export interface ConnectedBusiness extends Business {
  /** Path of the hook's address. */
  hook: string;
}

/** Has `graph` hold the business of each sample company, connected to the company. */
export async function keepBusinesses(
  db: Db,
  graph: FakeGraph,
  wanted: Wanted,
): Promise<ConnectedBusiness[]> {
  const saved = await readSaved(wanted.file);
  const businesses: ConnectedBusiness[] = [];
  const secrets: BusinessSecrets[] = [];
  for (const company of await sampleCompanies(db)) {
    const { companyId } = company;
    const own = saved.find((one) => one.companyId === companyId) ?? newSecrets(companyId);
    const business = openBusiness(graph, { ...company, publicUrl: wanted.publicUrl }, own);
    secrets.push(own);
    const caller = await callerIn(db, companyId, wanted.publicUrl);
    if (!caller) continue;
    const { hook, ids } = await inCompany(
      db,
      companyId,
      (trx) =>
        keepAccounts(trx, { ...wanted, caller, business, graph, isNew: !saved.includes(own) }),
      () => {}, // nobody looks yet
    );
    businesses.push({ ...business, hook });
    const accounts = lookingBy(db, graph, wanted.cipher);
    for (const id of ids) await accounts.look({ companyId, id });
    await accounts.stop();
  }
  await Deno.writeTextFile(wanted.file, `${JSON.stringify(secrets)}\n`, { mode: 0o600 });
  return businesses;
}

type Caller = NonNullable<Awaited<ReturnType<typeof callerIn>>>;

/** The first member, in whose name the app is made. */
async function callerIn(db: Db, companyId: number, publicUrl: string) {
  const member = await db.selectFrom("user_companies").select("user_id")
    .where("company_id", "=", companyId).where("disabled_at", "is", null)
    .orderBy("user_id").executeTakeFirst();
  return member &&
    { companyId, userId: member.user_id, language: "es", publicUrl } as const;
}

interface Keeping {
  graph: FakeGraph;
  cipher: SecretCipher;
  caller: Caller;
  business: Business;
  /** Its secrets were made just now. */
  isNew: boolean;
}

async function keepAccounts(trx: Trx, keeping: Keeping) {
  const { caller, business, graph } = keeping;
  const app = await keepApp(trx, keeping);
  for (const object of hookObjects) {
    const subscription = { url: app.hook, verifyToken: app.verify_token, fields: ["messages"] };
    business.app.subscriptions.set(object, subscription);
  }
  const ids: number[] = [];
  for (const kind of metaKinds) {
    const account = business.accounts[kind];
    const id = await keepAccount(trx, app.id, account, keeping);
    ids.push(id);
    subscribeBusiness(graph, business, account);
    await restorePeople(trx, graph, { ...account, id, companyId: caller.companyId });
  }
  return { hook: new URL(app.hook).pathname, ids };
}

async function keepApp(trx: Trx, { cipher, caller, business, isNew }: Keeping) {
  const { companyId } = caller;
  const { id: appId, secret } = business.app;
  const row = await trx.selectFrom("meta_apps").select("id").where("company_id", "=", companyId)
    .where("app_id", "=", appIdOf(companyId)).where("deleted_at", "is", null).executeTakeFirst();
  const secrets = { app_secret: secret };
  if (row) {
    if (isNew) await writeAppSecrets(trx, caller, cipher, row.id, secrets);
    return await findApp(trx, caller, row.id);
  }
  const values = { name: "Meta", app_id: appId, secrets };
  const app = await createApp(trx, caller, appCreate.parse(values), cipher);
  await noteObjects(trx, { companyId, appId: app.id }, hookObjects, "handshake_at");
  return app;
}

async function keepAccount(
  trx: Trx,
  appId: number,
  { kind, settings, token }: BusinessAccount,
  { cipher, caller, isNew }: Keeping,
): Promise<number> {
  const ownSettings = { meta_app_id: appId, ...settings };
  const secrets = { access_token: token };
  const row = await trx.selectFrom("channel_accounts as a").select("a.id")
    .where("a.company_id", "=", caller.companyId).where("a.kind", "=", kind)
    .where("a.deleted_at", "is", null)
    .where("a.id", "in", (eb) =>
      eb.selectFrom("meta_routes").select("account_id")
        .where("company_id", "=", caller.companyId).where("app_id", "=", appId))
    .executeTakeFirst();
  if (!row) {
    const values = accountCreate.parse({ kind, settings: ownSettings, secrets });
    return (await createAccount(trx, caller, values, cipher)).id;
  }
  if (isNew) await changeChannel(trx, caller, row.id, { secrets }, cipher);
  return row.id;
}

interface Known {
  kind: MetaKind;
  ownId: string;
  id: number;
  companyId: number;
}

/** Tells the Graph API of earlier customers, so that they can be answered after a restart. */
async function restorePeople(
  trx: Trx,
  { state }: FakeGraph,
  { companyId, id, ownId }: Known,
): Promise<void> {
  const rows = await trx.selectFrom("account_people").select(["person_id", "heard_at", "username"])
    .where("company_id", "=", companyId).where("account_id", "=", id).execute();
  for (const { person_id: personId, heard_at: heardAt, username } of rows) {
    const wroteAt = new Map(heardAt ? [[ownId, heardAt]] : []);
    state.people.push({ ids: [personId], name: "", username, wroteAt });
  }
}

/** Looks at accounts as the app does, so that they work from the first moment. */
function lookingBy(db: Db, graph: FakeGraph, cipher: SecretCipher): MetaAccounts {
  const { url } = graph;
  return new MetaAccounts({
    ...{ db, cipher, announce: () => {}, handlers: crmChannelHandlers, read: () => {} },
    handOver: () => Promise.resolve([]),
    catchUp: () => {},
    log: createLog("error", console.error),
    network: {
      ...{ url, instagramUrl: url, allow: parseNets("127.0.0.1/32"), gate: openGate },
      lookup: (hostname) => Promise.resolve([hostname]),
    },
  });
}

async function readSaved(file: string): Promise<BusinessSecrets[]> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
