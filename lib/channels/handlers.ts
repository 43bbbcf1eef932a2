import type { MessageEvent } from "@/lib/channels/meta/read/event.ts";
import type { BareTrx, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { DeliveryState } from "@/lib/channels/out/delivery.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Bounce } from "@/lib/channels/email/read/mail.ts";
import type { Arrival, Filed } from "@/lib/channels/in/arrival.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import type { EventOutcome } from "@/lib/channels/in/meta/outcome.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";

/** The id that a platform has of a message. */
export interface SentName {
  accountId: number;
  messageId: number;
  externalId: string;
  lease?: string;
}

/** Registered where services are opened: this folder imports neither contacts nor members. */
// deno-lint-ignore no-explicit-any -- what it knows of who wrote is its own affair
export interface ChannelHandlers<Writer extends { contactId: number } = any> {
  /** Names of a message's writer: those who share one are the same person. */
  namesOf(account: Account, message: Inbound): string[];
  /** Finds who wrote and locks them, in order; others who bring messages of theirs wait. */
  findWriters(
    trx: Trx,
    tenant: Tenant,
    arrivals: readonly Arrival[],
  ): Promise<(Writer | undefined)[]>;
  /** No two are of one person; who has no writer is new. @throws Problem validation_failed (files) */
  fileMessages(
    trx: Trx,
    tenant: Tenant,
    arrivals: readonly (Arrival & { writer: Writer | undefined })[],
  ): Promise<Filed[]>;
  /** A mail of ours that comes back, such as from the folder of sent mail. */
  findMail(trx: Trx, account: Account, message: Inbound): Promise<Filed | undefined>;
  /** Puts a writer on hold who sends more than people write; members are notified once. */
  holdWriter(trx: Trx, account: Account, writer: Writer): Promise<void>;
  /** Finds which of the addresses belong to people in the company's CRM. */
  findKnownAddresses(trx: Trx, tenant: Tenant, addresses: readonly string[]): Promise<Set<string>>;
  findThread(trx: Trx, account: Account, message: Inbound): Promise<number | undefined>;
  noteBounce(trx: Trx, account: Account, bounce: Bounce): Promise<Filed | undefined>;
  tellOfLoop(trx: Trx, account: Account, contactId: number): Promise<void>;
  /** Notes deliveries that progressed or failed on contacts and open pages. */
  noteMoved(
    trx: Trx,
    tenant: Tenant,
    moved: { messageId: number; state: DeliveryState }[],
  ): Promise<void>;
  /** Tells open pages and phones of files that came after their messages, or were given up. */
  noteFiles(trx: Trx, tenant: Tenant, messageIds: readonly number[]): Promise<void>;
  /** Fills the name of a contact that nobody named, and what the platform calls them. */
  namePerson(
    trx: Trx,
    tenant: Tenant,
    person: { accountId: number; personId: string; name: string | null; username: string | null },
  ): Promise<void>;
  /** Notes the progress of mails in place of notifications. */
  noteMail(
    trx: Trx,
    tenant: Tenant,
    moved: { notificationId: string; state: string }[],
  ): Promise<void>;
  /** Gives messages that have left the ids that their platform has of them. */
  nameSent(trx: BareTrx, tenant: Tenant, named: readonly SentName[]): Promise<void>;
  tellOfFailure(trx: Trx, account: Account): Promise<void>;
  tellOfProblem(trx: Trx, account: Account): Promise<void>;
  /** Notifies that the account's token ends in so many days. */
  tellOfTokenEnd(trx: Trx, account: Account, days: number): Promise<void>;
  /** Notifies that Meta had dropped the account's subscription, which was made again. */
  tellOfSubscription(trx: Trx, account: Account): Promise<void>;
  meta: MetaHandlers;
}

export type EventOf<Type extends OtherEvent["type"]> = Extract<OtherEvent, { type: Type }>;

/** Files what WhatsApp, Instagram and Facebook tell of conversations. */
export interface MetaHandlers {
  edit(trx: Trx, account: Account, event: EventOf<"edit">): Promise<EventOutcome>;
  /** Empties a message that its sender took back. */
  takeBack(trx: Trx, account: Account, event: EventOf<"unsent">): Promise<EventOutcome>;
  react(trx: Trx, account: Account, event: EventOf<"reaction">): Promise<EventOutcome>;
  /** A person has further ids. */
  joinIds(trx: Trx, account: Account, event: EventOf<"identity">): Promise<EventOutcome>;
  /** Says what led to the person's next message. */
  tellSource(trx: Trx, account: Account, event: EventOf<"referral">): Promise<EventOutcome>;
  /** The messages that Meta knows by the ids, whoever wrote them, each in its place. */
  findByKeys(
    trx: Trx,
    tenant: Tenant,
    keys: readonly { account: Account; key: string }[],
  ): Promise<(Filed & { hasFiles: boolean } | undefined)[]>;
  /** The live contacts whom accounts know by one of the ids, each in its place. */
  findPeople(
    trx: Trx,
    tenant: Tenant,
    people: readonly { account: Account; ids: readonly string[] }[],
  ): Promise<(number | undefined)[]>;
  /** Notes how far messages have come; no two are of one message or one person. In order. */
  noteReceipts(
    trx: Trx,
    tenant: Tenant,
    reports: readonly { account: Account; event: EventOf<"status"> | EventOf<"receipt"> }[],
  ): Promise<EventOutcome[]>;
  /**
   * Settles a message of ours by its echo. @returns `wait` while something is on its way to the person;
   * null where somebody else wrote it
   */
  noteEcho(trx: Trx, account: Account, event: MessageEvent): Promise<Filed | "wait" | null>;
  /**
   * Id of the live contact whom the account knows by one of the ids, and who did something;
   * `heardAt`: it opens their window.
   */
  hearPerson(
    trx: Trx,
    account: Account,
    ids: readonly string[],
    heardAt: Date | null,
  ): Promise<number | undefined>;
}
