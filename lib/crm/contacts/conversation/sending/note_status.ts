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
import type { GraphError, MetaEvent } from "@/lib/channels/meta/read/event.ts";
import { classOf } from "@/lib/channels/meta/graph/send_errors.ts";
import type { Trx } from "@/lib/db/connection.ts";

type StatusEvent = Extract<MetaEvent, { type: "status" }>;

/** Notes how far a WhatsApp message has come. @returns the message, null where it is none of ours */
export async function noteStatus(
  trx: Trx,
  account: Account,
  event: StatusEvent,
): Promise<Filed | null> {
  const { id: externalId, opaque, state, errors, charged } = event;
  const [message] = await lockOwn(trx, account, namedBy(account, { opaque, externalId }));
  if (!message) return null;
  const { messageId, contactId, outboxId } = message;
  const tenant = { companyId: account.company_id };
  await nameMessages(trx, tenant, [{ accountId: account.id, messageId, externalId }]);
  if (charged) {
    const { category, isBillable: billable } = charged;
    await trx.updateTable("outbox").set({ charged: JSON.stringify({ category, billable }) })
      .where("company_id", "=", account.company_id).where("id", "=", outboxId).execute();
  }
  const [error] = errors;
  if (state === "failed") await noteFailure(trx, account, message, error);
  else await moveOwn(trx, account, [message], { receipt: state });
  return { contactId, messageId };
}

const longestError = 500;

async function noteFailure(
  trx: Trx,
  account: Account,
  message: OwnMessage,
  error: GraphError = { code: null, subcode: null, text: null },
): Promise<void> {
  // It has failed, whatever its class: nobody knows less than before.
  const { name: own } = classOf(error);
  const name = own === "unknown" ? "theirs" : own;
  const words = [`graph_${name === "pace" || name === "theirs" ? "refused" : name}`, error.text];
  await moveOwn(trx, account, [message], {
    receipt: "failed",
    error: words.filter(Boolean).join(" ").slice(0, longestError),
    code: error.code,
  });
  if (name === "account") {
    const failure = { outcome: "graph_account", status: null, detail: error.text ?? undefined };
    await noteCalls(trx, [{ accountId: account.id, failure, sent: false }]);
  }
  const isStopped = error.code === 131050;
  if (name !== "window" && !isStopped || message.person === null) return;
  await trx.updateTable("account_people")
    .set(
      isStopped
        ? { marketing_stopped_at: sql<Date>`coalesce(marketing_stopped_at, now())` }
        : { closed_at: sql<Date>`now()` },
    )
    .where("company_id", "=", account.company_id).where("account_id", "=", account.id)
    .where("person_id", "=", message.person).execute();
}
