import type { OutgoingMail } from "@/lib/channels/email/compose.ts";
import { isForGood, type RefusedRecipient } from "@/lib/channels/email/failure.ts";
import type { DeliveryState } from "@/lib/channels/out/delivery.ts";
import type { OutboxRecipient } from "@/lib/db/tables/channels.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";

/** States of a mail's recipients, stored from its first attempt on. Pure. */

export function addressesOf({ to, cc }: Pick<OutgoingMail, "to" | "cc">): string[] {
  return [...new Set([...to, ...cc].map(({ address }) => address))];
}

/** Recipients of the next attempt: nobody gets a mail twice. */
export function pendingOf(
  mail: Pick<OutgoingMail, "to" | "cc">,
  recipients: readonly OutboxRecipient[] | null,
): string[] {
  if (!recipients) return addressesOf(mail);
  return recipients.filter(({ state }) => state === "queued").map(({ address }) => address);
}

interface Attempt {
  outcome: string;
  error: string;
  refusals: readonly RefusedRecipient[];
  /** The schedule has no further attempt. */
  isLast: boolean;
  at: Date;
}

export function afterAttempt(
  mail: Pick<OutgoingMail, "to" | "cc">,
  recipients: readonly OutboxRecipient[] | null,
  { outcome, error, refusals, isLast, at }: Attempt,
): OutboxRecipient[] {
  const pending = new Set(pendingOf(mail, recipients));
  const all = recipients ?? addressesOf(mail).map((address) => queued(address, at));
  return all.map((one): OutboxRecipient => {
    if (!pending.has(one.address)) return one;
    const refusal = refusals.find(({ address }) => address === one.address);
    const next = { ...one, at: at.toISOString() };
    if (refusal) {
      const kind = refusal.outcome ?? (refusal.isFinal ? "rejected" : "deferred");
      const error = [kind, refusal.reason].filter(Boolean).join(" ");
      return { ...next, state: refusal.isFinal || isLast ? "failed" : "queued", error };
    }
    if (outcome === "sent") return { ...next, state: "sent", error: null };
    if (outcome === "uncertain") return { ...next, state: "queued", error };
    return { ...next, state: isForGood(outcome) || isLast ? "failed" : "queued", error };
  });
}

function queued(address: string, at: Date): OutboxRecipient {
  return { address, state: "queued", error: null, at: at.toISOString() };
}

/** The message's state from its recipients': `queued` while one of them still waits. */
export function stateOf(
  recipients: readonly OutboxRecipient[],
): "queued" | "sent" | "failed" | "partly" {
  const states = new Set(recipients.map(({ state }) => state));
  if (states.has("queued")) return "queued";
  return states.size > 1 ? "partly" : states.has("sent") ? "sent" : "failed";
}

/** The state that the message shows: recipients that wait do not hide that others have it. */
export function standingOf(
  state: DeliveryState,
  recipients: readonly OutboxRecipient[] | null,
): DeliveryState {
  const isWaiting = state === "queued" || state === "cancelled" || state === "failed";
  return isWaiting && recipients?.some((one) => one.state === "sent") ? "partly" : state;
}

/** Somebody reported that it did not reach them. */
export function afterReturn(
  recipients: readonly OutboxRecipient[],
  returned: ReadonlyMap<string, string>,
  at: Date,
): OutboxRecipient[] {
  return recipients.map((one) => {
    const error = returned.get(comparedAddress(one.address));
    return error === undefined
      ? one
      : { ...one, state: "failed", error: error.slice(0, longestError), at: at.toISOString() };
  });
}

const longestError = 500;

/** Counts recipients without a report as delivered. */
export function toSettled(
  mail: Pick<OutgoingMail, "to" | "cc">,
  recipients: readonly OutboxRecipient[] | null,
  at: Date,
): OutboxRecipient[] {
  const all = recipients ?? addressesOf(mail).map((address) => queued(address, at));
  return all.map((one) =>
    one.state === "queued" ? { ...one, state: "sent", error: null, at: at.toISOString() } : one
  );
}

export function toRetry(recipients: readonly OutboxRecipient[]): OutboxRecipient[] {
  return recipients.map((one) =>
    one.state === "failed" ? { ...one, state: "queued", error: null } : one
  );
}
