/** How messages of each kind of account are sent, and what came of it. */
import { callbackUrlOf, type Kind, kinds } from "@/lib/channels/kinds.ts";
import type { OutgoingMail } from "@/lib/channels/email/compose.ts";
import { callMeta, type MetaMeans } from "@/lib/channels/out/call_meta.ts";
import { isFinal } from "@/lib/channels/meta/out/results.ts";
import { callMailbox, type MailCaller } from "@/lib/channels/out/call_mailbox.ts";
import { callProgram, type Network, withLinks } from "@/lib/channels/out/call_program.ts";
import { endsMessage, errorOf, type Finished } from "@/lib/channels/out/finish_messages.ts";
import type { Pending } from "@/lib/channels/out/leases.ts";
import { afterAttempt, stateOf } from "@/lib/channels/out/recipients.ts";
import { nextDelayMs } from "@/lib/channels/out/schedule.ts";
import { SecretLost } from "@/lib/secrets/secret_cipher.ts";
import { signingField } from "@/lib/channels/accounts/secrets.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export type Result = Finished["result"] & { retryAfter?: string };

export interface Means extends MetaMeans {
  network: Network;
  mailer: MailCaller;
}

interface Way {
  send(pending: Pending, means: Means, signal: AbortSignal): Promise<Result>;
  /** @param delayMs until the next attempt; undefined where the schedule has none */
  judge(pending: Pending, result: Result, delayMs: number | undefined): Finished["verdict"];
}

const ways: Record<Kind["sends"], Way> = {
  mail: {
    send({ companyId, accountId, settings, payload, recipients }, { mailer }, signal) {
      const call = { companyId, accountId, settings, payload, recipients };
      return callMailbox(call, mailer, signal);
    },
    judge: judgeMail,
  },
  program: { send: sendToProgram, judge: judgeProgram },
  meta: { send: callMeta, judge: judgeMeta },
};

export async function send(pending: Pending, means: Means, signal: AbortSignal): Promise<Result> {
  try {
    return await ways[kinds[pending.kind].sends].send(pending, means, signal);
  } catch (error) {
    if (!(error instanceof SecretLost)) throw error;
    return { outcome: "secret", durationMs: 0 };
  }
}

export function judge(pending: Pending, result: Result): Finished["verdict"] {
  const { scheduleStart } = pending;
  const delayMs = nextDelayMs({ attempts: pending.attempts + 1, scheduleStart }, result);
  return ways[kinds[pending.kind].sends].judge(pending, result, delayMs);
}

export function hasLeft({ outcome, status }: Result): boolean {
  return outcome === "sent" ||
    outcome === "status" && status !== undefined && status >= 200 && status < 300;
}

async function sendToProgram(
  pending: Pending,
  { cipher, links, network }: Means,
  signal: AbortSignal,
): Promise<Result> {
  const { id, companyId, accountId, keyName, sealed, attempts, payload } = pending;
  const url = callbackUrlOf(pending);
  if (!url) return { outcome: "refused_address", durationMs: 0 };
  if (!cipher || !links || !keyName || !sealed) return { outcome: "secret", durationMs: 0 };
  const field = signingField;
  const secret = cipher.open({ keyName, sealed }, { companyId, accountId, field });
  const body = withLinks(payload, companyId, links);
  return await callProgram(
    { id, companyId, url, secret, attempt: attempts + 1, body },
    network,
    signal,
  );
}

/**
 * A 2xx is sent, 410 and 422 end it; all else is tried again by the schedule, since a repeat is known
 * by its id.
 */
function judgeProgram(
  _: Pending,
  result: Result,
  delayMs: number | undefined,
): Finished["verdict"] {
  if (hasLeft(result)) return { state: "sent" };
  if (endsMessage(result)) return { state: "failed" };
  return delayMs === undefined ? { state: "failed" } : { state: "queued", delayMs };
}

/** What nobody knows the end of is not repeated, and a refusal for good ends it. */
function judgeMeta(_: Pending, result: Result, delayMs: number | undefined): Finished["verdict"] {
  const { outcome } = result;
  if (outcome === "sent" || outcome === "uncertain") return { state: outcome };
  if (isFinal(result) || delayMs === undefined) return { state: "failed" };
  return { state: "queued", delayMs };
}

/** A mail is tried again only where it cannot have left. */
function judgeMail(pending: Pending, result: Result, delayMs: number | undefined) {
  const { mail } = pending.payload;
  return mail
    ? judgeRecipients({ ...pending, mail }, result, delayMs)
    : judgeProgram(pending, result, delayMs);
}

function judgeRecipients(
  { mail, recipients: earlier }: Pick<Pending, "recipients"> & { mail: OutgoingMail },
  result: Result,
  delayMs: number | undefined,
): Finished["verdict"] {
  const recipients = afterAttempt(mail, earlier, {
    outcome: result.outcome,
    error: errorOf(result),
    refusals: result.refusals ?? [],
    isLast: delayMs === undefined,
    at: currentTime(),
  });
  const state = stateOf(recipients);
  if (state !== "queued") return { state, recipients };
  if (result.outcome === "uncertain" || delayMs === undefined) {
    return { state: "uncertain", recipients };
  }
  return { state, delayMs, recipients };
}
