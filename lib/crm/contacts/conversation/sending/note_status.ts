import { sql } from "kysely";
import { noteCalls } from "@/lib/channels/accounts/account_state.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import { nameMessages } from "@/lib/crm/contacts/conversation/sending/name_sent.ts";
import {
  lockOwn,
  moveOwn,
  namedBy,
  type OwnMessage,
} from "@/lib/crm/contacts/conversation/sending/settle.ts";
import { queueAgain } from "@/lib/crm/contacts/conversation/sending/queue_again.ts";
import type { GraphError, MetaEvent } from "@/lib/channels/meta/read/event.ts";
import { classOf, type ErrorClass } from "@/lib/channels/meta/graph/send_errors.ts";
import type { Trx } from "@/lib/db/connection.ts";

type StatusEvent = Extract<MetaEvent, { type: "status" }>;

/**
 * Notes how far a WhatsApp message has come.
 * @returns the message, null where it is none of ours; `wait` while the attempt that it may be of lasts
 */
export async function noteStatus(
  trx: Trx,
  account: Account,
  event: StatusEvent,
): Promise<Filed | "wait" | null> {
  const { id: externalId, opaque, state, errors, charged } = event;
  const [message] = await lockOwn(trx, account, namedBy(account, { opaque, externalId }));
  if (!message) return null;
  const { messageId, contactId, outboxId } = message;
  const failure = state === "failed" ? failureOf(errors[0]) : null;
  if (failure && mayPass.includes(failure.name) && message.state === "sending") return "wait";
  const tenant = { companyId: account.company_id };
  await nameMessages(trx, tenant, [{ accountId: account.id, messageId, externalId }]);
  if (charged) {
    const { category, isBillable: billable } = charged;
    await trx.updateTable("outbox").set({ charged: JSON.stringify({ category, billable }) })
      .where("company_id", "=", account.company_id).where("id", "=", outboxId).execute();
  }
  if (failure) await noteFailure(trx, account, message, { ...failure, event });
  else if (!isOfBefore(message, event)) await moveOwn(trx, account, [message], { receipt: state });
  return { contactId, messageId };
}

/** Meta said later that it had failed: it leaves again, and the earlier `sent` changes nothing. */
function isOfBefore(
  { state, stateAt, error, externalId }: OwnMessage,
  { id, state: told, at }: StatusEvent,
): boolean {
  return told === "sent" && state === "queued" && error !== null && externalId === id &&
    at < stateAt;
}

interface StatusFailure {
  name: ErrorClass;
  error: GraphError;
}

function failureOf(
  error: GraphError = { code: null, subcode: null, text: null },
): StatusFailure {
  return { name: classOf(error).name, error };
}

/** Classes that the schedule tries again (reach.md). */
const mayPass: readonly ErrorClass[] = ["pace", "theirs", "account"];
const longestError = 500;

async function noteFailure(
  trx: Trx,
  account: Account,
  message: OwnMessage,
  { name, error, event }: StatusFailure & { event: StatusEvent },
): Promise<void> {
  const { state, externalId } = message;
  // Of an attempt before the one that counts.
  if (state === "sent" && externalId !== null && externalId !== event.id) return;
  const isAgain = mayPass.includes(name);
  // A person has it sent again already.
  if (isAgain && state === "queued") return;
  const say = (word: string) =>
    [`graph_${word}`, error.text].filter(Boolean).join(" ").slice(0, longestError);
  const failed = { error: say(name), code: error.code, at: event.at };
  const isQueued = isAgain && isSureOf(message, event) &&
    await queueAgain(trx, account, message, { ...failed, outcome: `graph_${name}` });
  if (!isQueued) {
    const isTheirs = name === "pace" || name === "theirs" || name === "unknown";
    const words = isTheirs ? say("refused") : failed.error;
    await moveOwn(trx, account, [message], { receipt: "failed", error: words, code: error.code });
  }
  if (name === "account") {
    const failure = { outcome: "graph_account", status: null, detail: error.text ?? undefined };
    await noteCalls(trx, [{ accountId: account.id, failure, sent: false }]);
  }
  await noteOfPerson(trx, account, message, { name, error });
}

/** The failure is of the last attempt, and no other may have left. */
function isSureOf({ state, externalId, scheduleStart }: OwnMessage, { id }: StatusEvent): boolean {
  return state === "sent" ? externalId === id : state === "uncertain" && scheduleStart === 0;
}

async function noteOfPerson(
  trx: Trx,
  { company_id, id }: Account,
  { person }: OwnMessage,
  { name, error }: StatusFailure,
): Promise<void> {
  const isStopped = error.code === 131050;
  if (name !== "window" && !isStopped || person === null) return;
  await trx.updateTable("account_people")
    .set(
      isStopped
        ? { marketing_stopped_at: sql<Date>`coalesce(marketing_stopped_at, now())` }
        : { closed_at: sql<Date>`now()` },
    )
    .where("company_id", "=", company_id).where("account_id", "=", id)
    .where("person_id", "=", person).execute();
}
