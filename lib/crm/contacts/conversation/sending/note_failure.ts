import { sql } from "kysely";
import { noteCalls } from "@/lib/channels/accounts/account_state.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { EventOf } from "@/lib/channels/handlers.ts";
import { classOf, type ErrorClass } from "@/lib/channels/meta/graph/send_errors.ts";
import type { GraphError } from "@/lib/channels/meta/read/event.ts";
import { queueAgain } from "@/lib/crm/contacts/conversation/sending/queue_again.ts";
import { moveAll, type OwnMessage } from "@/lib/crm/contacts/conversation/sending/settle.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** Notes that Meta did not send a message which it had taken. */

type StatusEvent = EventOf<"status">;

interface StatusFailure {
  name: ErrorClass;
  error: GraphError;
}

function failureOf({ errors: [first] }: StatusEvent): StatusFailure {
  const error: GraphError = first ?? { code: null, subcode: null, text: null };
  return { name: classOf(error).name, error };
}

/** The schedule may try it again: it waits while the attempt that it may be of lasts. */
export function isOfAttempt(event: StatusEvent, message: OwnMessage | undefined): boolean {
  return event.state === "failed" && mayPass.includes(failureOf(event).name) &&
    message?.state === "sending";
}

/** Meta said later that it had failed: it leaves again, and the earlier `sent` changes nothing. */
export function isOfBefore(
  { state, stateAt, error, externalId }: OwnMessage,
  { id, state: reportedState, at }: StatusEvent,
): boolean {
  return reportedState === "sent" && state === "queued" && error !== null && externalId === id &&
    at < stateAt;
}

/** Classes that the schedule tries again (reach.md). */
const mayPass: readonly ErrorClass[] = ["pace", "theirs", "account"];
const longestError = 500;

export async function noteFailure(
  trx: Trx,
  account: Account,
  message: OwnMessage,
  event: StatusEvent,
): Promise<void> {
  const { name, error } = failureOf(event);
  const { state, externalId } = message;
  // Of an attempt before the one that counts.
  if (state === "sent" && externalId !== null && externalId !== event.id) return;
  if (name === "pace") {
    const { company_id: companyId } = account;
    trx.afterCommit({ kind: "message_paced", companyId, host: message.host });
  }
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
    const tenant = { companyId: account.company_id };
    const moved = { receipt: "failed", error: words, code: error.code } as const;
    await moveAll(trx, tenant, [{ account, message }], moved);
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
