/** Every payload of Meta's is filed: with whom, as what, and whether it opens a window. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { inDatabase } from "../../../crm/scene.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { connectMeta, type MetaAccount } from "../accounts.ts";
import { kinds, payloadNames } from "../payloads.ts";
import { filed, priors } from "./filed.ts";
import { ago, deliver, idsOf, settled, variant } from "./hooks.ts";

/** A line a message: `in "text" +files content source`, behind its contact and its window. */
async function readFiled(world: World, account: MetaAccount, number: number): Promise<string> {
  const ids = Object.values(idsOf(number));
  return await inDatabase(world, account.companyId, async (trx) => {
    const { rows: contacts } = await sql<{ id: number; line: string }>`
      select c.id, concat_ws(' ', c.status, c.name, '@' || c.username) as line from contacts c
      where c.id in (select contact_id from identities where kind = 'account_id'
        and value = any(${ids.map((id) => `${account.id}:${id}`)}::text[])) order by c.id`
      .execute(trx);
    const { rows: messages } = await sql<{ line: string }>`
      select concat_ws(' ', m.direction, to_json(m.body), '+' || nullif((select count(*) from files f
          where f.message_id = m.id), 0), m.content ->> 'type',
        m.source ->> 'kind', 'answers ' || m.answers_key, 'edited ' || (m.earlier -> 0 ->> 'body'),
        case when m.unsent_at is not null then 'unsent' end,
        (select string_agg((r ->> 'by') || coalesce(nullif(r ->> 'emoji', ''), '-'), '')
          from jsonb_array_elements(m.reactions) r)) as line
      from contact_messages m where m.contact_id = any(${contacts.map(({ id }) => id)}::int[])
      order by m.id`.execute(trx);
    const { rows: windows } = await sql<{ line: string }>`
      select concat_ws(' ', count(*) filter (where heard_at > now() - interval '1 hour'),
        'of ' || count(*),
        max(case when marketing_stopped_at is not null then 'stopped' end)) as line
      from account_people where account_id = ${account.id} and person_id = any(${ids}::text[])`
      .execute(trx);
    const { rows: waiting } = await sql`
      select from channel_events where account_id = ${account.id} and state = 'waiting'
        and waits_for ~ ${`[._:](${[number, ...ids].join("|")})([._]|$)`}`
      .execute(trx);
    return [
      ...contacts,
      ...messages,
      { line: `heard ${windows[0]!.line}` },
      ...waiting.map(() => ({ line: "waits" })),
    ].map(({ line }) => line).join("; ");
  });
}

const all = kinds.flatMap((kind) => payloadNames(kind).map((name) => ({ kind, name })));

testOnEach("every payload of Meta's is filed", async (world) => {
  const accounts = {
    whatsapp: await connectMeta(world, "whatsapp", { settings: { import_history: true } }),
    facebook: await connectMeta(world, "facebook"),
    instagram: await connectMeta(world, "instagram"),
  };
  const numbered = all.map((one, at) => ({ ...one, number: at + 1 }));
  for (const { kind, name, number } of numbered) {
    const prior = priors[`${kind}/${name}`];
    if (!prior) continue;
    const { as = prior.name, name: priorName } = prior;
    const replace = as === priorName ? {} : {
      [`wamid.${number}.${priorName}`]: `wamid.${number}.${as}`,
    };
    const at = ago(120_000);
    await deliver(world, accounts[kind], variant(`${kind}/${priorName}`, { number, at, replace }));
  }
  await settled(world);
  for (const { kind, name, number } of numbered) {
    await deliver(world, accounts[kind], variant(`${kind}/${name}`, { number }));
  }
  await settled(world);
  const lines: Record<string, string> = {};
  for (const { kind, name, number } of numbered) {
    const line = await readFiled(world, accounts[kind], number);
    lines[`${kind}/${name}`] = line.replaceAll(`.${number}.`, ".").replaceAll(`m_${number}_`, "m_")
      .replaceAll(String(number).padStart(6, "0"), "######")
      .replace(/(Facebook|Instagram) \d{4};/, "$1 ####;");
  }
  const problems = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("channel_events").select(["external_id", "problem_text"])
        .where("state", "=", "problem").execute(),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(lines, filed);
}, { both: true, hasGraph: true });
