/** Compares what Meta's side has with what Relevo has kept. */
import assert from "node:assert/strict";
import type { FakeGraph } from "../../support/graph/graph.ts";
import { until } from "../../support/wait.ts";
import type { CustomerMessage } from "./meta_customers.ts";
import type { MetaStage } from "./meta_stage.ts";
import type { Sql } from "./stage.ts";

/** What waited for its moment is due, and what killed processes held is free. */
export async function hurryAll(sql: Sql): Promise<void> {
  await sql("update outbox set due_at = now() where state = 'queued' and due_at is not null");
  await sql(`update outbox set leased_until = now() - interval '1 second'
    where leased_until is not null`);
  await sql("update meta_hooks set leased_until = null, due_at = now() where body is not null");
  await sql(`update channel_events set leased_until = null, due_at = now()
    where state = 'waiting'`);
}

/** Files that a killed process was fetching are free, and all are due. */
export async function freeFiles(sql: Sql): Promise<void> {
  await sql(`update file_fetches set lease = null, leased_until = null, due_at = now()
    where due_at is not null`);
}

/** The next try of a file that could not be fetched is its last, and due. */
async function hurryFiles(sql: Sql): Promise<void> {
  await sql(`update file_fetches set attempts = greatest(attempts, 6), due_at = least(due_at, now())
    where due_at is not null and lease is null and attempts > 0
      and (attempts < 6 or due_at > now())`);
}

const openCounts = `
  select (select count(*)::int from meta_hooks where body is not null) as hooks,
    (select count(*)::int from channel_events where state = 'waiting') as events,
    (select count(*)::int from outbox where state in ('queued', 'sending')) as messages,
    (select count(*)::int from files
      where state = 'coming' and message_id is not null) as files`;

/** All that came is filed, and all that was written has gone, or nobody knows. */
export async function untilSettled(sql: Sql, isDelivered: () => boolean): Promise<void> {
  let open: Record<string, number> = {};
  await until(async () => {
    await hurryFiles(sql);
    [open = {}] = await sql<Record<string, number>>(openCounts);
    return isDelivered() && Object.values(open).every((count) => count === 0);
  }, { what: "all to be read and sent", timeoutMs: 900_000 }).catch((error) => {
    throw new Error(`${error.message}: ${JSON.stringify(open)}`, { cause: error });
  });
}

interface Filed {
  accountId: number;
  id: string;
  direction: "in" | "out";
  text: string;
  hasReaction: boolean;
  file: string | null;
  contactId: number;
  personIds: string[];
}

/** Every message of a customer is in once, with its newest words, and its file whole or named. */
export async function checkFiled(
  sql: Sql,
  { messages, business }: { messages: readonly CustomerMessage[]; business: MetaStage },
): Promise<void> {
  const filed = await sql<Filed>(`
    select m.via_id as "accountId", m.external_id as id, m.direction,
      case when f.id is null or a.kind = 'whatsapp' then m.body else '' end as text,
      coalesce(jsonb_array_length(m.reactions), 0) = 1 as "hasReaction",
      case when f.state = 'left_out' then 'gone' else (
        select encode(sha256(string_agg(c.bytes, ''::bytea order by c.number)), 'hex')
        from file_chunks c where c.file_id = f.id) end as file, m.contact_id as "contactId",
      array(select i.value from identities i where i.contact_id = m.contact_id) as "personIds"
    from contact_messages m join channel_accounts a on a.id = m.via_id
    left join files f on f.message_id = m.id
    where not exists (select from outbox o where o.message_id = m.id)`);
  const ids = filed.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, "a message is there twice");
  const filedById = new Map(filed.map((one) => [one.id, one]));
  /** By their ids. */
  const contacts = new Map<string, Set<number>>();
  const wrong: object[] = messages.flatMap<object>(({ kind, personIds, ...one }) => {
    const own = filedById.get(one.id);
    filedById.delete(one.id);
    const { id: accountId } = business.accounts[kind];
    const expected = { ...one, accountId };
    if (!own) return [{ expected, actual: null }];
    const { personIds: values, contactId, ...actual } = own;
    const name = personIds.join();
    contacts.set(name, (contacts.get(name) ?? new Set()).add(contactId));
    const isTheirs = personIds.some((id) => values.some((value) => value.endsWith(id)));
    // A file may be given up, and is named then.
    if (actual.file === "gone") expected.file = "gone";
    const isSame = Object.entries(expected).every(([name, value]) =>
      actual[name as keyof typeof actual] === value
    );
    return isSame && isTheirs ? [] : [{ expected, actual: own }];
  });
  assert.deepEqual(wrong, []);
  assert.deepEqual([...filedById.values()], [], "messages that nobody wrote");
  const split = [...contacts].filter(([, ids]) => ids.size > 1);
  assert.deepEqual(split, [], "two contacts of one customer");
  for (const [what, query] of Object.entries(wrongs)) {
    assert.deepEqual(await sql(query), [], what);
  }
}

const wrongs = {
  "what came in and could not be read": `
    select id, external_id, problem, problem_text from channel_events where state <> 'read'`,
  "what no account has": "select * from meta_problems",
  "a file that is torn": `
    select f.id from files f left join file_chunks c on c.file_id = f.id
    where f.message_id is not null and f.state <> 'left_out' group by f.company_id, f.id
    having f.state <> 'kept' or sum(length(c.bytes)) <> f.size`,
};

interface Sent {
  id: string;
  state: string;
  attempts: number;
  kind: string;
  person: string;
}

export interface Outcome {
  parts: number;
  arrived: number;
  uncertain: number;
  failed: number;
}

/**
 * Each part has left once, or nobody knows and Meta has it not; what one person got by one account
 * came in the order in which it was written.
 */
export async function checkSent(
  sql: Sql,
  { written, graph }: { written: readonly number[]; graph: FakeGraph },
): Promise<Outcome> {
  const rows = await sql<Sent & { messageId: number }>(`
    select o.id, o.state, o.attempts, o.message_id as "messageId", a.kind, o.person
    from outbox o join channel_accounts a on a.id = o.account_id order by o.id`);
  const ids = new Set(rows.map(({ messageId }) => messageId));
  assert.deepEqual(written.filter((id) => !ids.has(id)), [], "lost");
  const { sent } = graph.state;
  const arrivals = Map.groupBy(sent, ({ opaque }) => opaque);
  const own = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    sent.filter(({ opaque }) => opaque === null || !own.has(opaque)),
    [],
    "sent, and nobody wrote it",
  );
  const wrong = rows.map((row) => ({ ...row, count: arrivals.get(row.id)?.length ?? 0 }))
    .filter(({ state, attempts, count }) => {
      if (["sent", "delivered", "read"].includes(state)) return count !== 1;
      return count !== 0 || state !== "uncertain" && !(state === "failed" && attempts >= 7);
    });
  assert.deepEqual(wrong, []);
  for (const [place, own] of Map.groupBy(sent, (one) => `${one.accountId} ${one.to}`)) {
    const order = own.map(({ opaque }) => opaque);
    assert.deepEqual(order, order.toSorted(), `out of order to ${place}`);
  }
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    ...{ parts: rows.length, arrived: sent.length },
    ...{ uncertain: count("uncertain"), failed: count("failed") },
  };
}
