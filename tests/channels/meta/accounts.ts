/** Accounts of Meta as connecting makes them, and people who wrote to them. */
import { accessTokenField, writeSecret } from "@/lib/channels/accounts/secrets.ts";
import type { HookObject } from "@/lib/values/hook_object.ts";
import { apiOf, expectData, inDatabase } from "../../crm/scene.ts";
import type { GraphApp } from "../../support/graph/state.ts";
import { people, type World } from "../../support/world.ts";

export type MetaKind = "whatsapp" | "instagram" | "facebook";

const appSecret = "0123456789abcdef0123456789abcdef";
/** As the payloads have them. */
const own = {
  phone_number_id: "106540352242922",
  waba_id: "102290129340398",
  page_id: "107003000000001",
  ig_id: "17841400000000001",
};

const settingsOf: Record<MetaKind, Record<string, unknown>> = {
  whatsapp: { phone_number_id: own.phone_number_id, waba_id: own.waba_id, import_history: false },
  facebook: { page_id: own.page_id, human_agent: false },
  instagram: { login: "page", page_id: own.page_id, ig_id: own.ig_id, human_agent: false },
};

const objects: Record<MetaKind, { object: HookObject; id: string }> = {
  whatsapp: { object: "whatsapp_business_account", id: own.phone_number_id },
  facebook: { object: "page", id: own.page_id },
  instagram: { object: "instagram", id: own.ig_id },
};

interface ConnectOptions {
  companyId?: number;
  member?: string;
  name?: string;
  settings?: Record<string, unknown>;
}

export type MetaAccount = Awaited<ReturnType<typeof connectMeta>>;

/** Connects an account beneath an app of its own, with a token that the world's Graph API takes. */
export async function connectMeta(world: World, kind: MetaKind, options: ConnectOptions = {}) {
  const { companyId = 1, member = people.ana, name = `Taller ${kind}` } = options;
  const api = apiOf(world, member, member === people.luis ? companyId : undefined);
  const { graph, secretCipher } = {
    graph: world.graph,
    secretCipher: world.services.secretCipher!,
  };
  const appId = `15177764818601${graph.state.apps.size + 10}`;
  const graphApp: GraphApp = graph.addApp(appId, appSecret);
  const secrets = { app_secret: appSecret };
  const app = await expectData(api("POST", "/meta-apps", { name, app_id: appId, secrets }), 201);
  const { text: token } = graph.addToken({ text: graph.state.newId("token-"), appId });
  const settings: Record<string, unknown> = {
    meta_app_id: app.id,
    read_marks: true,
    ...settingsOf[kind],
    ...options.settings,
  };
  const id = await inDatabase(world, companyId, async (trx) => {
    const { id } = await trx.insertInto("channel_accounts").values({
      ...{ company_id: companyId, kind, channel: kind, name, state: "working" },
      settings: JSON.stringify(settings),
    }).returning("id").executeTakeFirstOrThrow();
    const secret = { accountId: id, field: accessTokenField, secret: token };
    await writeSecret(trx, { companyId }, secretCipher, secret);
    const { object, id: externalId } = objects[kind];
    const route = { company_id: companyId, account_id: id, app_company_id: companyId };
    await trx.insertInto("meta_routes")
      .values({ ...route, app_id: app.id, object, external_id: externalId }).execute();
    return id;
  });
  const state = graph.state;
  if (settings.login === "instagram") {
    const instagram = { id: own.ig_id, appScopedId: "7000", username: "taller" };
    state.instagrams.set(own.ig_id, instagram);
  }
  const { pathname: path } = new URL(app.hook);
  return {
    ...{ api, id, kind, companyId, app, graphApp, token, settings },
    hook: `${world.url}${path}`,
    /** In the paths of its calls. */
    ownId: kind === "whatsapp"
      ? own.phone_number_id
      : settings.login === "instagram"
      ? own.ig_id
      : own.page_id,
  };
}

export interface MetaPerson {
  id: string;
  name?: string;
  /** When they wrote; null: they never did. */
  heardAt?: Date | null;
}

/** Adds a contact whom the account knows by the id, as a message of theirs does. */
export async function addPerson(
  world: World,
  { id: accountId, companyId, kind, ownId }: Pick<
    MetaAccount,
    "id" | "companyId" | "kind" | "ownId"
  >,
  { id, name = "Nuria Vidal", heardAt = new Date() }: MetaPerson,
): Promise<number> {
  const existing = world.graph.state.personOf(id);
  const person = existing ?? { ids: [id], name, username: null, wroteAt: new Map() };
  if (!existing) world.graph.state.people.push(person);
  if (heardAt) person.wroteAt.set(ownId, heardAt);
  return await inDatabase(world, companyId, async (trx) => {
    const contact = await trx.insertInto("contacts")
      .values({ company_id: companyId, channel: kind, name, status: "new" })
      .returning("id").executeTakeFirstOrThrow();
    const place = { company_id: companyId, contact_id: contact.id };
    await trx.insertInto("identities")
      .values({ ...place, kind: "account_id", value: `${accountId}:${id}`, source: "channel" })
      .execute();
    await trx.insertInto("account_people").values({
      ...{ company_id: companyId, account_id: accountId, person_id: id, heard_at: heardAt },
    }).execute();
    return contact.id;
  });
}

/** Their last message was so long ago. */
export async function heardAgo(
  world: World,
  { id: accountId, companyId, ownId }: MetaAccount,
  personId: string,
  ms: number,
): Promise<void> {
  const heardAt = new Date(Date.now() - ms);
  world.graph.state.personOf(personId)?.wroteAt.set(ownId, heardAt);
  await inDatabase(
    world,
    companyId,
    (trx) =>
      trx.updateTable("account_people").set({ heard_at: heardAt })
        .where("account_id", "=", accountId).where("person_id", "=", personId).execute(),
  );
}
