/** Each invariant, broken by hand, is named with its rows. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { checkData, invariants } from "@/lib/invariants/check_data.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { apiOf, inDatabase } from "../crm/scene.ts";
import { makeRecords } from "../isolation/records.ts";
import { ask, askAndAnswer } from "../notify/scene.ts";
import { quoteThatIs } from "../sales/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

const cipher = new SecretCipher([randomBytes(32)]);

/** Names of what is broken in company 1 and in the database, with their tables. */
async function brokenIn(world: World): Promise<string[]> {
  const faults = await checkData(world.owner.db, { cipher });
  for (const { count, ids } of faults) assert.ok(count >= ids.length && ids.length > 0);
  assert.ok(faults.every(({ company_id }) => company_id !== 2), JSON.stringify(faults));
  return faults.map(({ name, table }) => `${name}: ${table}`);
}

const draft = "(select max(id) from quotes where status = 'draft')";
const notification = "(select min(id::text)::uuid from notifications)";
const unanswered = `(select min(notification_id::text)::uuid from notification_recipients
  where answered_at is null)`;
const outbox = "insert into outbox (id, company_id, account_id, notification_id, host, payload";
const account = "(select max(id) from channel_accounts)";
const delivery = `gen_random_uuid(), 1, ${account}, ${notification}, 'a.example', '{}'`;
const words = (table: string, kind: string): [string, string] => [
  `words-are-those-of-the-text: ${table}`,
  `delete from search_words where kind = '${kind}'`,
];

/** Statements of a company that break one invariant each, or more as is said. */
const breaks: [broken: string, statement: string][] = [
  [
    "a-recipient-each: notifications",
    `delete from notification_recipients where notification_id = ${unanswered}`,
  ],
  ["an-idempotency-key-is-its-notifications: idempotency_keys", "delete from idempotency_keys"],
  ["attempts-without-a-gap: callback_attempts", "update callbacks set attempts = attempts + 1"],
  ["a-callback-where-one-is-owed: callbacks", "delete from callbacks"],
  [
    "a-response-where-it-is-answered: responses",
    "update notification_recipients set answered_at = now() where answered_at is null",
  ],
  ["somebody-can-take-it: outbox", `${outbox}, state) values (${delivery}, 'queued')`],
  ["an-open-stay-in-its-stage: opportunities", "update opportunity_stage_log set left_at = now()"],
  [
    "numbers-without-gaps: sales",
    "update document_counters set last = last + 1 where kind = 'sale'",
  ],
  [
    "counters-above-numbers: document_counters",
    "update document_counters set last = 0 where kind = 'quote'",
  ],
  [
    "totals-are-those-of-the-lines: quotes",
    `update quotes set net_total = 1 where id = ${draft}`,
  ],
  ["a-sale-says-what-its-quotation-says: sales", "update sales set gross_total = 1"],
  [
    "a-sale-where-it-is-sold: quotes",
    `update quotes set status = 'sold', sold_at = now(), approved_at = now() where id = ${draft}`,
  ],
  [
    "deliveries-are-of-the-sales-lines: tasks",
    `update tasks set quote_line_id = (select max(id) from quote_lines where quote_id in
      (select id from quotes where status = 'rejected')) where id = (select max(id) from tasks)`,
  ],
  [
    "bytes-are-as-many-as-said: files",
    "insert into files (id, company_id, name, size, state) values (gen_random_uuid(), 1, 'a', 5, 'kept')",
  ],
  [
    "kept-counts-are-counts: record_counts",
    "insert into record_counts (company_id, kind, n) values (1, 'note', 1)",
  ],
  [
    "kept-figures-are-figures: figures",
    "update figures set n = n + 1 where figure = 'created' and span in ('new', 'day')",
  ],
  [
    "kept-notifications-are-counted: notification_counts",
    "insert into notification_counts (company_id, n) values (1, 1)",
  ],
  [
    "kept-recipients-are-counted: recipient_counts",
    `insert into recipient_counts values (1, ${notification}, 1, 0, 0, 0, 0, 0, 0, 0, 0)`,
  ],
  [
    "kept-tags-are-counted: tag_counts",
    "insert into tag_counts (company_id, noun, tag, n) values (1, 'client', 'vip', 1)",
  ],
  ["a-credential-each: credentials", "delete from credentials where kind = 'key'"],
  [
    "credentials-of-something: credentials",
    "insert into credentials values (sha256('none'), 'phone', 1)",
  ],
  words("contacts", "C"),
  words("clients", "L"),
  words("opportunities", "O"),
  words("quotes", "Q"),
  words("sales", "S"),
  words("products", "P"),
  words("tasks", "T"),
  words("events", "E"),
  [
    "secrets-open: channel_secrets",
    `insert into channel_secrets values (1, ${account}, 'password', 'none', '\\x00')`,
  ],
];

testOnEach("what is broken is named, and nothing else", async (world) => {
  const api = apiOf(world, people.ana);
  await makeRecords(world);
  for (const status of ["draft", "rejected", "sold"]) await quoteThatIs(status, api);
  await askAndAnswer(world, await world.pairPhone("maria"), {
    callbackUrl: "https://a.example/",
  });
  await inDatabase(world, 1, async (trx) => {
    await trx.insertInto("channel_accounts")
      .values({ company_id: 1, kind: "program", channel: "other", name: "Tienda" }).execute();
  });
  for (let n = 0; n < 2; n++) await ask(world, { idempotencyKey: `order-${n}` });
  assert.deepEqual(await brokenIn(world), []);
  const broken = new Set<string>();
  const breakIt = async (name: string, act: () => Promise<unknown>) => {
    await act();
    const now = await brokenIn(world);
    assert.deepEqual(now.filter((one) => !broken.has(one)), [name]);
    broken.add(name);
  };
  for (const [name, statement] of breaks) {
    await breakIt(name, () => inDatabase(world, 1, (trx) => sql.raw(statement).execute(trx)));
  }
  const own = (statement: string) => () => sql.raw(statement).execute(world.owner.db);
  await breakIt(
    "sequences-above-numbers: clients",
    own("select setval(pg_get_serial_sequence('clients', 'id'), 1)"),
  );
  await breakIt(
    "constraints-are-validated: notes",
    own("alter table notes add constraint odd check (id > 0) not valid"),
  );
  await own("select setval(pg_get_serial_sequence('tasks', 'id'), 1073741823)")();
  assert.ok(!(await brokenIn(world)).includes("numbers-have-room: tasks"));
  await breakIt(
    "numbers-have-room: tasks",
    own("select setval(pg_get_serial_sequence('tasks', 'id'), 1073741824)"),
  );
  const names = invariants.map(({ name, table }) => `${name}: ${table}`);
  assert.deepEqual(names.filter((name) => !broken.has(name)), []);
}, { both: true });
