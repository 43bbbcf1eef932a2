/** Notes together how far messages of ours have come: Meta tells several states of each. */
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { type EventOutcome, messageKey, nothing } from "@/lib/channels/in/meta/outcome.ts";
import { findPeople } from "@/lib/crm/contacts/conversation/meta/find.ts";
import {
  findUnknown,
  keysOf,
  lockReported,
  type Report,
} from "@/lib/crm/contacts/conversation/sending/find_reported.ts";
import {
  isOfAttempt,
  isOfBefore,
  noteFailure,
} from "@/lib/crm/contacts/conversation/sending/note_failure.ts";
import { nameMessages } from "@/lib/crm/contacts/conversation/sending/name_sent.ts";
import {
  charge,
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
  reports: readonly Report[],
): Promise<EventOutcome[]> {
  const contacts = await findPeople(
    trx,
    tenant,
    reports.map(({ account, event }) => ({
      account,
      ids: event.type === "receipt" ? event.person.ids : [],
    })),
  );
  const messages = await lockReported(trx, tenant, reports);
  const unknown = await findUnknown(trx, tenant, reports, messages);
  const outcomes: EventOutcome[] = [];
  const noted: { account: Account; event: Report["event"]; messages: OwnMessage[] }[] = [];
  for (const [at, { account, event }] of reports.entries()) {
    const own = messages[at]!;
    const keys = keysOf(event);
    if (unknown.has(at) || event.type === "status" && isOfAttempt(event, own[0])) {
      outcomes.push({ waitsFor: messageKey(keys[0]!) });
    } else if (event.type === "status") {
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
  await moveReported(trx, tenant, noted);
  return outcomes;
}

function filedOf({ contactId, messageId }: OwnMessage) {
  return { contactId, messageId };
}

interface Noted extends Report {
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

async function moveReported(trx: Trx, tenant: Tenant, noted: readonly Noted[]): Promise<void> {
  const unmoved = noted.filter(isUnmoved);
  await charge(trx, tenant, unmoved.flatMap(movesOf));
  for (const receipt of inOrder) {
    const reports = noted.filter((one) => one.event.state === receipt && !isUnmoved(one));
    await moveAll(trx, tenant, reports.flatMap(movesOf), { receipt });
  }
  for (const { account, event, messages: [message] } of unmoved) {
    if (event.type === "status" && event.state === "failed") {
      await noteFailure(trx, account, message!, event);
    }
  }
}

function isUnmoved({ event, messages: [message] }: Noted): boolean {
  return event.type === "status" && (event.state === "failed" || isOfBefore(message!, event));
}

function movesOf({ account, event, messages }: Noted): Move[] {
  return messages.map((message) => ({ account, message, charged: chargedOf(event) }));
}

function chargedOf(event: Report["event"]) {
  const charged = event.type === "status" ? event.charged : null;
  return charged && { category: charged.category, billable: charged.isBillable };
}
