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
}

const mostAtOnce = 100;

/** Looks up what is due; each once, whatever comes of it. */
export async function lookUpUncertain(means: Means): Promise<void> {
  const { rows } = await asWorker(means.db, (trx) =>
    sql<Uncertain>`
      with due as (
        select o.id from outbox o
        where o.state = 'uncertain' and o.due_at <= now()
        order by o.due_at limit ${mostAtOnce} for update of o skip locked
      )
      update outbox o set due_at = null
      from due, channel_accounts a
      where o.id = due.id and a.company_id = o.company_id and a.id = o.account_id
        and a.deleted_at is null and o.person is not null
      returning o.id, o.company_id as "companyId", o.account_id as "accountId", o.person, a.kind,
        a.settings`.execute(trx));
  await eachInOrder(rows, (one) => lookUp(means, one));
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
    const { messageId } = own;
    const { rows } = await sql<{ body: string; leftAt: Date; known: string[] }>`
      select m.body, coalesce((select max(t.started_at) from outbox_attempts t
          where t.company_id = m.company_id and t.outbox_id = ${id}), m.sent_at) as "leftAt",
        array(select external_id from contact_messages k where k.company_id = m.company_id
          and k.via_id = ${accountId} and k.external_id = any(${
      messages.map((message) => message.id)
    }::text[])) as known
      from contact_messages m where m.company_id = ${companyId} and m.id = ${messageId}`
      .execute(trx);
    const { body, leftAt, known } = rows[0]!;
    const same = messages.find(({ id, at, text }) =>
      !known.includes(id) && text.trim() === body.trim() && at.getTime() >= leftAt.getTime() - early
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
  const now = new Date();
  return objectsIn(answer.json.data).slice(0, 1)
    .flatMap((one) => objectsIn(objectIn(one.messages)?.data)).slice(0, 20)
    .flatMap((one) => {
      const id = idIn(one.id);
      if (id === null || idIn(objectIn(one.from)?.id) === person) return [];
      const time = Date.parse(textIn(one.created_time, 40));
      return [{ id, at: instantIn(time, now), text: textIn(one.message, 10_000) }];
    }).reverse();
}
