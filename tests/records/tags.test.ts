import assert from "node:assert/strict";
import { sql } from "kysely";
import { inCompany } from "@/lib/db/transaction.ts";
import { countRecordsOfBefore } from "@/lib/figures/days/count_records.ts";
import { foldTags } from "@/lib/records/tags/tags.ts";
import { type Api, apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { randomOf } from "../figures/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

const seed = 20_261_131;
const steps = 90;
const tags = ["vip", "VIP", "obra", "Ñandú", "ñandú", "2026"];
const nouns = ["contact", "client", "opportunity"] as const;
const paths = { contact: "/contacts", client: "/clients", opportunity: "/opportunities" };
const tables = { contact: "contacts", client: "clients", opportunity: "opportunities" };

/** The tags of live records, most used first, counted from the records. */
function computed(of: readonly (typeof nouns)[number][]) {
  const parts = of.map((noun) =>
    sql`select unnest(tags) as tag from ${sql.table(tables[noun])}
      where deleted_at is null ${noun === "contact" ? sql`and not is_spam and not held` : sql``}`
  );
  return sql<{ tag: string; count: number }>`
    select mode() within group (order by tag) as tag, count(*)::int as count
    from (${sql.join(parts, sql` union all `)}) used
    group by lower(tag collate "und-x-icu") order by count desc, 1`;
}

async function assertKept(world: World, api: Api, when: string): Promise<void> {
  for (const of of [nouns, ...nouns.map((noun) => [noun])]) {
    const { rows } = await inDatabase(world, 1, (trx) => computed(of).execute(trx));
    const query = of.length === 1 ? `?noun=${of[0]}` : "";
    assert.deepEqual(await expectData(api("GET", `/tags${query}`)), rows, `${when}, ${of}`);
  }
  const { rows } = await inDatabase(
    world,
    1,
    (trx) =>
      sql`select noun, tag, sum(n) from tag_counts group by 1, 2 having sum(n) < 0`.execute(trx),
  );
  assert.deepEqual(rows, [], when);
}

interface Walk {
  world: World;
  api: Api;
  random: () => number;
  stage: number;
  changes: number[];
  done: Map<string, number>;
}

function oneOf<T>({ random }: Walk, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}

const someTags = ({ random }: Walk) => tags.filter(() => random() < 0.3);

async function attempt(walk: Walk, verb: string, method: string, path: string, json?: unknown) {
  const { status, body } = await walk.api(method, path, json);
  assert.ok(status < 500, JSON.stringify(body));
  if (status < 300) walk.done.set(verb, (walk.done.get(verb) ?? 0) + 1);
  if (body?.data?.undo_id) walk.changes.push(body.data.undo_id);
}

async function onOne(walk: Walk, verb: string, method: string, rest = "", json?: unknown) {
  const path = paths[oneOf(walk, nouns)!];
  const record = oneOf(walk, (await walk.api("GET", `${path}?per_page=200`)).body.data);
  if (record) {
    await attempt(walk, verb, method, `${path}/${(record as { id: number }).id}${rest}`, json);
  }
}

const verbs: Record<string, (walk: Walk) => Promise<void>> = {
  async contact(walk) {
    const name = `Ana ${Math.floor(walk.random() * 1e9)}`;
    const body = { name, message: "Hola", tags: someTags(walk) };
    await attempt(walk, "contact", "POST", "/contacts", body);
  },
  async opportunity(walk) {
    const name = `Tordo ${Math.floor(walk.random() * 1e9)}`;
    const client = await expectData(
      walk.api("POST", "/clients", { name, tags: someTags(walk) }),
      201,
    );
    await attempt(walk, "opportunity", "POST", "/opportunities", {
      title: "Obra",
      client_id: client.id,
      stage_id: walk.stage,
      amount: 10,
      tags: someTags(walk),
    });
  },
  change: (walk) => onOne(walk, "change", "PATCH", "", { tags: someTags(walk) }),
  trash: (walk) => onOne(walk, "trash", "DELETE"),
  async restore(walk) {
    const noun = paths[oneOf(walk, nouns)!].slice(1);
    const row = oneOf(walk, (await walk.api("GET", `/trash?noun=${noun}`)).body.data ?? []);
    const { id } = row as { id: number } ?? {};
    if (id) await attempt(walk, "restore", "POST", `/${noun}/${id}/restore`);
  },
  spam: (walk) => onOne(walk, "spam", "POST", "/spam"),
  async many(walk) {
    const ids = (await walk.api("GET", "/contacts?per_page=200")).body.data
      .map(({ id }: { id: number }) => id);
    if (ids.length === 0) return;
    const change = { add: [oneOf(walk, tags)], remove: [oneOf(walk, tags)] };
    await attempt(walk, "many", "POST", "/contacts/bulk", { ids, tags: change });
  },
  async undo(walk) {
    const undo_id = walk.changes.pop();
    if (undo_id) await attempt(walk, "undo", "POST", "/contacts/bulk", { undo_id });
  },
  async merge(walk) {
    const clients = (await walk.api("GET", "/clients?per_page=200")).body.data;
    const [goes, stays] = [oneOf(walk, clients), oneOf(walk, clients)] as { id: number }[];
    if (!goes || !stays) return;
    await attempt(walk, "merge", "POST", `/clients/${goes.id}/merge`, { into_id: stays.id });
  },
  async erase(walk) {
    const contact = oneOf(walk, (await walk.api("GET", "/contacts?per_page=200")).body.data);
    if (!contact) return;
    const { id, name } = contact as { id: number; name: string };
    await attempt(walk, "erase", "POST", `/contacts/${id}/erase`, { confirm: name });
  },
  async fold({ world, done }) {
    const { db } = world.services.database;
    await Promise.all([foldTags(db), foldTags(db)]);
    done.set("fold", 1);
  },
  async before({ world, done }) {
    await inDatabase(world, 1, async (trx) => {
      await sql`delete from tag_counts`.execute(trx);
      await sql`insert into uncounted_records values (1) on conflict do nothing`.execute(trx);
    });
    const { db } = world.services.database;
    await Promise.all([foldTags(db), countRecordsOfBefore(db), countRecordsOfBefore(db)]);
    done.set("before", 1);
  },
};

testOnEach("counts of tags equal a count along a random walk", async (world) => {
  const api = apiOf(world, people.ana);
  const [stage] = await expectData(api("GET", "/pipeline-stages"));
  const walk: Walk = {
    world,
    api,
    random: randomOf(seed),
    stage: stage.id,
    changes: [],
    done: new Map(),
  };
  for (let n = 0; n < 3; n++) {
    for (const name of ["contact", "opportunity"]) await verbs[name]!(walk);
  }
  const names = [...Object.keys(verbs), "contact", "opportunity", "change"];
  for (let step = 0; step < steps; step++) {
    const name = oneOf(walk, names)!;
    await verbs[name]!(walk);
    if (step % 3 === 2) await assertKept(world, api, `seed ${seed}, step ${step}, ${name}`);
  }
  for (const name of Object.keys(verbs)) assert.ok(walk.done.has(name), `nothing did: ${name}`);
});

testOnEach("tags that many records have are few rows", async (world) => {
  const { db } = world.services.database;
  const api = apiOf(world, people.ana);
  await inCompany(db, 1, async (trx) => {
    await sql`insert into clients (company_id, name, tags)
      select 1, 'Tordo ' || n, array['obra', 'zona ' || n % 4] from generate_series(1, 400) n`
      .execute(trx);
    await sql`update clients set tags = array['obra'] where id % 2 = 0`.execute(trx);
  });
  await foldTags(db);
  await assertKept(world, api, "folded");
  const { rows: [count] } = await inDatabase(
    world,
    1,
    (trx) => sql<{ n: number }>`select count(*)::int as n from tag_counts`.execute(trx),
  );
  const { length } = await expectData(api("GET", "/tags"));
  assert.equal(count!.n, length);
});
