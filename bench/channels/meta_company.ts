/** A company whose customers write by WhatsApp, Instagram and Facebook, with messages that it sent. */
import { sql } from "kysely";
import { type FilledStage, openFilledStage } from "@/bench/crm/filled_stage.ts";
import type { Kind } from "@/bench/stage.ts";
import { accessTokenField, writeSecret } from "@/lib/channels/accounts/secrets.ts";
import { createApp } from "@/lib/channels/meta/apps/apps.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import {
  connectProgram,
  makeSecretsKey,
  type ProgramAccount,
} from "@/tests/support/channel_account.ts";
import { FakeGraph } from "@/tests/support/graph/graph.ts";

export const metaKinds = ["whatsapp", "instagram", "facebook"] as const;
export type MetaKind = typeof metaKinds[number];

/** Each kind of account has as many. */
export const people = 2_000;
export const messages = 4_000;

export const company = 1;
const appId = "1517776481860111";
const secret = "0123456789abcdef0123456789abcdef";

const ids = {
  phone_number_id: "106540352242922",
  waba_id: "102290129340398",
  page_id: "107003111111111",
  ig_id: "17841411111111111",
};

const settingsOf: Record<MetaKind, Record<string, string>> = {
  whatsapp: { phone_number_id: ids.phone_number_id, waba_id: ids.waba_id },
  instagram: { login: "page", page_id: ids.page_id, ig_id: ids.ig_id },
  facebook: { page_id: ids.page_id },
};

const routes: Record<MetaKind, [object: string, id: string]> = {
  whatsapp: ["whatsapp_business_account", ids.phone_number_id],
  instagram: ["instagram", ids.ig_id],
  facebook: ["page", ids.page_id],
};

/** Begins of a person's id; their number in eight digits follows. */
const personOf: Record<MetaKind, string> = {
  whatsapp: "346",
  instagram: "12345678",
  facebook: "70123456",
};

export interface MetaCompany extends AsyncDisposable {
  filled: FilledStage;
  graph: FakeGraph;
  hook: { path: string; secret: string };
  accounts: Record<MetaKind, number>;
  program: ProgramAccount;
}

export async function openMetaCompany(
  kind: Kind,
  { scale, env = {}, callbackUrl = null }: {
    scale: number;
    env?: Record<string, string>;
    callbackUrl?: string | null;
  },
): Promise<MetaCompany> {
  const secretsKey = makeSecretsKey();
  await using opening = new AsyncDisposableStack();
  const graph = opening.use(FakeGraph.start());
  const state: Partial<Pick<MetaCompany, "hook" | "accounts" | "program">> = {};
  const filled = opening.use(
    await openFilledStage(kind, {
      scale,
      now: new Date(),
      env: {
        SECRETS_KEYS: secretsKey,
        META_GRAPH_URL: graph.url,
        META_INSTAGRAM_URL: graph.url,
        CHANNEL_ALLOW_NETS: "127.0.0.0/8",
        ...env,
      },
      prepare: async ({ db }) => {
        state.program = await connectProgram(db, { name: "Bot", callbackUrl, secretsKey });
        Object.assign(state, await connect(db, graph, secretsKey));
      },
    }),
  );
  const open = opening.move();
  return {
    filled,
    graph,
    hook: state.hook!,
    accounts: state.accounts!,
    program: state.program!,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function connect(db: Db, graph: FakeGraph, secretsKey: string) {
  const cipher = new SecretCipher([Uint8Array.fromBase64(secretsKey)]);
  graph.addApp(appId, secret);
  const { text: token } = graph.addToken({ text: graph.state.newId("token-"), appId });
  return await inCompany(db, company, async (trx) => {
    const { user_id: userId } = await trx.selectFrom("user_companies").select("user_id")
      .where("company_id", "=", company).limit(1).executeTakeFirstOrThrow();
    const caller = { companyId: company, userId, language: "en", publicUrl: "http://app" } as const;
    const app = await createApp(trx, caller, {
      ...{ name: "Shop", app_id: appId, companies: [], secrets: { app_secret: secret } },
    }, cipher);
    const accounts: Partial<Record<MetaKind, number>> = {};
    for (const kind of metaKinds) {
      const settings = { meta_app_id: app.id, read_marks: true, ...settingsOf[kind] };
      const { id } = await trx.insertInto("channel_accounts").values({
        ...{ company_id: company, kind, channel: kind, name: kind, state: "working" },
        settings: JSON.stringify(settings),
      }).returning("id").executeTakeFirstOrThrow();
      accounts[kind] = id;
      const field = { accountId: id, field: accessTokenField, secret: token };
      await writeSecret(trx, { companyId: company }, cipher, field);
      const [object, externalId] = routes[kind];
      await sql`insert into meta_routes
        (company_id, account_id, app_company_id, app_id, object, external_id)
        values (${company}, ${id}, ${company}, ${app.id}, ${object}, ${externalId})`.execute(trx);
      await fill(trx, kind, id);
    }
    const { pathname: path } = new URL(app.hook);
    return { hook: { path, secret }, accounts: accounts as Record<MetaKind, number> };
  }, () => {});

  /** People who wrote today, and messages that were sent to them. */
  async function fill(trx: Db, kind: MetaKind, accountId: number): Promise<void> {
    const person = (n: number) => `${personOf[kind]}${String(n).padStart(8, "0")}`;
    for (let n = 0; n < people; n++) {
      graph.state.people.push({
        ...{ ids: [person(n)], name: `Customer ${n}`, username: null },
        wroteAt: new Map([[routes[kind][1], new Date()], [ids.page_id, new Date()]]),
      });
    }
    await sql`
      with numbers as (
        select n, ${personOf[kind]}::text || lpad(n::text, 8, '0') as person
        from generate_series(0, ${people}::int - 1) n
      ), made as (
        insert into contacts (company_id, name, channel, channel_contact_id, status,
          last_direction, last_message_at)
        select ${company}, 'Customer ' || n, ${kind}, person, 'read', 'out', now()
        from numbers returning id, channel_contact_id as person
      ), named as (
        insert into identities (company_id, contact_id, kind, value, source)
        select ${company}, id, k.kind, k.value, 'channel'
        from made cross join lateral (values ('account_id', ${accountId} || ':' || person),
          (${kind === "whatsapp" ? "whatsapp_id" : null}, person)) k (kind, value)
        where k.kind is not null
      ), heard as (
        insert into account_people (company_id, account_id, person_id, heard_at)
        select ${company}, ${accountId}, person, now() from made
      ), written as (
        insert into contact_messages (company_id, contact_id, direction, channel, body,
          external_id, via_id, recipient, sent_at)
        select ${company}, m.id, 'out', ${kind}, 'It is ready.',
          ${kind} || '-ours-' || lpad(k::text, 8, '0'), ${accountId},
          jsonb_build_object('id', m.person), now() - interval '1 hour'
        from generate_series(0, ${messages}::int - 1) k
        join numbers on n = k % ${people}::int join made m using (person)
        returning id, recipient ->> 'id' as person
      )
      insert into outbox (id, company_id, account_id, message_id, host, payload, state, state_at,
        person)
      select gen_random_uuid(), ${company}, ${accountId}, id, 'meta', '{}', 'sent',
        now() - interval '1 hour', person from written`.execute(trx);
  }
}

/** Hooks as Meta posts them, with the places of `bench/load/hooks.ts`. */
export const messageHooks: Record<MetaKind, string> = {
  whatsapp: ofWhatsapp({
    contacts: [{ profile: { name: "Customer 99999999" }, wa_id: "34699999999" }],
    messages: [{
      ...{ from: "34699999999", id: "wamid.in00000000", timestamp: seconds(), type: "text" },
      text: { body: "Is my order 00000000 ready? I would come by tomorrow before noon." },
    }],
  }),
  instagram: ofMessenger("instagram", {
    message: { mid: "m_in00000000", text: "Is my order 00000000 ready? I would come by tomorrow." },
  }),
  facebook: ofMessenger("facebook", {
    message: { mid: "m_in00000000", text: "Is my order 00000000 ready? I would come by tomorrow." },
  }),
};

/** Hooks that tell of the sent messages. */
export const receiptHooks: Record<MetaKind, string> = {
  whatsapp: ofWhatsapp({
    statuses: [{
      ...{ id: "whatsapp-ours-77777777", timestamp: seconds(), recipient_id: "34699999999" },
      ...{ status: "delivered", number: "00000000" },
      pricing: { billable: true, pricing_model: "PMP", type: "regular", category: "service" },
    }],
  }),
  instagram: ofMessenger("instagram", {
    read: { mid: "instagram-ours-77777777", number: "00000000" },
  }),
  facebook: ofMessenger("facebook", {
    delivery: { mids: ["facebook-ours-77777777"], watermark: Date.now() - 7_200_000 },
    number: "00000000",
  }),
};

function seconds(): string {
  return String(Math.floor(Date.now() / 1_000));
}

function ofWhatsapp(value: object): string {
  const metadata = { display_phone_number: "34911222333", phone_number_id: ids.phone_number_id };
  const changes = [{
    field: "messages",
    value: { messaging_product: "whatsapp", metadata, ...value },
  }];
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: ids.waba_id, changes }],
  });
}

function ofMessenger(kind: "instagram" | "facebook", event: object): string {
  const [object, id] = routes[kind];
  const time = Date.now();
  const sender = { id: `${personOf[kind]}99999999` };
  const messaging = [{ sender, recipient: { id }, timestamp: time, ...event }];
  return JSON.stringify({ object, entry: [{ id, time, messaging }] });
}
