/** What nobody knows to have left is looked up once, in the conversation as Meta has it. */
import { sql } from "kysely";
import { lockAccount } from "@/lib/channels/accounts/accounts.ts";
import { ownIdOf } from "@/lib/channels/meta/account_settings.ts";
import { callGraph, type GraphCaller, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { idIn, instantIn, objectIn, objectsIn, textIn } from "@/lib/channels/meta/untyped.ts";
import { nameMessages } from "@/lib/crm/contacts/conversation/sending/name_sent.ts";
import { lockOwn, moveAll } from "@/lib/crm/contacts/conversation/sending/settle.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { eachInOrder } from "@/lib/tools/each_in_order.ts";

interface Means {
  db: Db;
  announce: Announce;
  /** Null where its token cannot be read. */
  findCaller(account: { companyId: number; accountId: number }): Promise<GraphCaller | null>;
  graphNetwork: GraphNetwork;
}

interface Uncertain {
  id: string;
  companyId: number;
  accountId: number;
  person: string;
  kind: "instagram" | "facebook";
  settings: Record<string, unknown>;
  /** Null where nobody can be asked any more. */
  dueAt: Date | null;
}

const mostAtOnce = 100;
/** Far longer than a look takes: then its process is gone, and another looks. */
const lease = "10 minutes";

/** Looks up what is due; each once, whatever comes of it. */
export async function lookUpUncertain(means: Means): Promise<void> {
  const { rows } = await asWorker(means.db, (trx) =>
    sql<Uncertain>`
      with due as (
        select o.id from outbox o
        where o.state = 'uncertain' and o.due_at <= now()
        order by o.due_at limit ${mostAtOnce} for update of o skip locked
      )
      update outbox o set due_at = case when a.deleted_at is null and o.person is not null
        then now() + ${lease}::interval end
      from due, channel_accounts a
      where o.id = due.id and a.company_id = o.company_id and a.id = o.account_id
      returning o.id, o.company_id as "companyId", o.account_id as "accountId", o.person, a.kind,
        a.settings, o.due_at as "dueAt"`.execute(trx));
  await eachInOrder(rows.filter(({ dueAt }) => dueAt !== null), async (one) => {
    await lookUp(means, one);
    await asWorker(means.db, (trx) =>
      trx.updateTable("outbox").set({ due_at: null })
        .where("id", "=", one.id).where("state", "=", "uncertain").execute());
  });
}

interface Theirs {
  id: string;
  at: Date;
  text: string;
}

async function lookUp(means: Means, one: Uncertain): Promise<void> {
  const messages = await readConversation(means, one);
  if (messages.length === 0) return;
  const { companyId, accountId, id } = one;
  await inCompany(means.db, companyId, async (trx) => {
    const account = await lockAccount(trx, { companyId }, accountId);
    const [own] = await lockOwn(trx, { companyId }, [id]);
    if (own?.state !== "uncertain") return;
    const { messageId, externalId } = own;
    const leftAt = (row: string) =>
      sql`coalesce((select max(t.started_at) from outbox_attempts t
        where t.company_id = ${sql.ref(`${row}.company_id`)}
          and t.outbox_id = ${sql.ref(`${row}.id`)}), ${sql.ref(`${row}.state_at`)})`;
    const { rows } = await sql<
      { body: string; leftAt: Date; nextAt: Date | null; known: string[] }
    >`
      select m.body, ${leftAt("o")} as "leftAt", (select min(${leftAt("x")}) from outbox x
          join contact_messages n on n.company_id = x.company_id and n.id = x.message_id
          where x.company_id = o.company_id and x.account_id = o.account_id
            and x.person = o.person and x.id > o.id and btrim(n.body) = btrim(m.body)
            and x.state <> 'queued') as "nextAt",
        array(select external_id from contact_messages k where k.company_id = m.company_id
          and k.via_id = ${accountId} and k.external_id = any(${
      messages.map((message) => message.id)
    }::text[])) as known
      from contact_messages m join outbox o on o.company_id = m.company_id and o.message_id = m.id
      where m.company_id = ${companyId} and o.id = ${id}`
      .execute(trx);
    const { body, known, ...left } = rows[0]!;
    const earliest = left.leftAt.getTime() - early;
    // What says the same and left later has a message of its own.
    const latest = Math.floor((left.nextAt?.getTime() ?? Infinity) / 1_000) * 1_000;
    // Its process may have ended between naming it and storing that it was sent.
    const same = messages.find(({ id, at, text }) =>
      externalId === null
        ? !known.includes(id) && text.trim() === body.trim() &&
          at.getTime() >= earliest && at.getTime() < latest
        : id === externalId
    );
    if (!same) return;
    await nameMessages(trx, { companyId }, [{ accountId, messageId, externalId: same.id }]);
    await moveAll(trx, { companyId }, [{ account, message: own }], { receipt: "sent" });
  }, means.announce);
}

/** Clocks differ, and Meta's times are whole seconds. */
const early = 5_000;

/** Our own side of the newest messages, the oldest first; nothing where it cannot be read. */
async function readConversation(
  { findCaller, graphNetwork }: Means,
  { companyId, accountId, person, kind, settings }: Uncertain,
): Promise<Theirs[]> {
  const caller = await findCaller({ companyId, accountId });
  if (!caller) return [];
  const answer = await callGraph(graphNetwork, caller, {
    path: `/${ownIdOf(settings)}/conversations`,
    query: {
      platform: kind === "instagram" ? "instagram" : "messenger",
      user_id: person,
      fields: "messages.limit(20){id,created_time,from,message}",
    },
  });
  if (answer.kind !== "ok") return [];
  const now = currentTime();
  return objectsIn(answer.json.data).slice(0, 1)
    .flatMap((one) => objectsIn(objectIn(one.messages)?.data)).slice(0, 20)
    .flatMap((one) => {
      const id = idIn(one.id);
      if (id === null || idIn(objectIn(one.from)?.id) === person) return [];
      const time = Date.parse(textIn(one.created_time, 40));
      return [{ id, at: instantIn(time, now), text: textIn(one.message, 10_000) }];
    }).reverse();
}
