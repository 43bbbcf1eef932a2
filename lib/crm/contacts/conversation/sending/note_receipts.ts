/** Notes together how far messages of ours have come: Meta tells several states of each. */
import { sql } from "kysely";
import { noteCalls } from "@/lib/channels/accounts/account_state.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { type EventOutcome, messageKey, nothing } from "@/lib/channels/in/meta/outcome.ts";
import { classOf } from "@/lib/channels/meta/graph/send_errors.ts";
import type { GraphError } from "@/lib/channels/meta/read/event.ts";
import { findPeople } from "@/lib/crm/contacts/conversation/meta/find.ts";
import {
  findUnknown,
  keysOf,
  lockTold,
  type Told,
} from "@/lib/crm/contacts/conversation/sending/find_told.ts";
import { nameMessages } from "@/lib/crm/contacts/conversation/sending/name_sent.ts";
import {
  type Move,
  moveAll,
  type OwnMessage,
} from "@/lib/crm/contacts/conversation/sending/settle.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** No two are of one message or one person. About eight statements, however many. */
export async function noteReceipts(
  trx: Trx,
  tenant: Tenant,
  told: readonly Told[],
): Promise<EventOutcome[]> {
  const contacts = await findPeople(
    trx,
    tenant,
    told.map(({ account, event }) => ({
      account,
      ids: event.type === "receipt" ? event.person.ids : [],
    })),
  );
  const messages = await lockTold(trx, tenant, told);
  const unknown = await findUnknown(trx, tenant, told, messages);
  const outcomes: EventOutcome[] = [];
  const noted: { account: Account; event: Told["event"]; messages: OwnMessage[] }[] = [];
  for (const [at, { account, event }] of told.entries()) {
    const own = messages[at]!;
    const keys = keysOf(event);
    if (unknown.has(at)) outcomes.push({ waitsFor: messageKey(keys[0]!) });
    else if (event.type === "status") {
      const [newest] = own;
      outcomes.push(newest ? { of: filedOf(newest) } : nothing);
      if (newest) noted.push({ account, event, messages: [newest] });
    } else if (contacts[at] === undefined) outcomes.push(nothing);
    else {
      // Nobody whom we know has read what goes to a stranger.
      const [newest] = own;
      outcomes.push({ of: { contactId: contacts[at], ...newest && filedOf(newest) } });
      noted.push({ account, event, messages: own });
    }
  }
  await name(trx, tenant, noted);
  await moveTold(trx, tenant, noted);
  return outcomes;
}

function filedOf({ contactId, messageId }: OwnMessage) {
  return { contactId, messageId };
}

interface Noted extends Told {
  messages: OwnMessage[];
}

/** A status tells Meta's id of a message of which we had none. */
async function name(trx: Trx, tenant: Tenant, noted: readonly Noted[]): Promise<void> {
  const nameless = noted.flatMap(({ account, event, messages: [message] }) =>
    event.type === "status" && message?.externalId === null
      ? [{ accountId: account.id, messageId: message.messageId, externalId: event.id }]
      : []
  );
  if (nameless.length > 0) await nameMessages(trx, tenant, nameless);
}

const inOrder = ["sent", "delivered", "read"] as const;

async function moveTold(trx: Trx, tenant: Tenant, noted: readonly Noted[]): Promise<void> {
  for (const receipt of inOrder) {
    const moves = noted.filter(({ event }) => event.state === receipt)
      .flatMap(({ account, event, messages }) =>
        messages.map((message): Move => ({ account, message, charged: chargedOf(event) }))
      );
    await moveAll(trx, tenant, moves, { receipt });
  }
  for (const { account, event, messages: [message] } of noted) {
    if (event.type !== "status" || event.state !== "failed") continue;
    await noteFailure(
      trx,
      account,
      { message: message!, charged: chargedOf(event) },
      event.errors[0],
    );
  }
}

function chargedOf(event: Told["event"]) {
  const charged = event.type === "status" ? event.charged : null;
  return charged && { category: charged.category, billable: charged.isBillable };
}

const longestError = 500;

async function noteFailure(
  trx: Trx,
  account: Account,
  { message, charged }: Pick<Move, "message" | "charged">,
  error: GraphError = { code: null, subcode: null, text: null },
): Promise<void> {
  const tenant = { companyId: account.company_id };
  // It has failed, whatever its class: nobody knows less than before.
  const { name: own } = classOf(error);
  const name = own === "unknown" ? "theirs" : own;
  const words = [`graph_${name === "pace" || name === "theirs" ? "refused" : name}`, error.text];
  await moveAll(trx, tenant, [{ account, message, charged }], {
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
