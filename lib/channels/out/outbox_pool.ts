import type { Announce, Due } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { FileLinks } from "@/lib/files/links.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { DeliveryPool, type DeliveryPoolOptions } from "@/lib/outbound/delivery_pool.ts";
import { retryDelayMs } from "@/lib/outbound/retry_delay.ts";
import { callbackUrlOf } from "@/lib/channels/accounts/accounts.ts";
import { signingField } from "@/lib/channels/accounts/secrets.ts";
import type { OutgoingMail } from "@/lib/channels/email/compose.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { ThreadIds } from "@/lib/channels/email/thread_ids.ts";
import { callMailbox, type MailCaller } from "@/lib/channels/out/call_mailbox.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { callProgram, type Network, withLinks } from "@/lib/channels/out/call_program.ts";
import { noteMoves } from "@/lib/channels/out/note_moves.ts";
import { afterAttempt, stateOf } from "@/lib/channels/out/recipients.ts";
import { whileRenewed } from "@/lib/channels/out/while_renewed.ts";
import {
  endsMessage,
  errorOf,
  type Finished,
  finishMessages,
} from "@/lib/channels/out/finish_messages.ts";
import {
  findDue,
  freeMessages,
  leaseMessages,
  type Pending,
  renewLease,
  returnLeases,
} from "@/lib/channels/out/outbox.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after the first, second, … attempt: 7 attempts in about 5 hours. */
export const delaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  4 * hour,
];
/** Members hear of an account that fails with this attempt: two and a half minutes after the first. */
const noticeAtAttempt = 4;

interface OutboxOptions extends DeliveryPoolOptions {
  db: Db;
  log: Log;
  announce: Announce;
  handlers: ChannelHandlers;
  /** Null where no secrets are kept, and so no accounts. */
  cipher: SecretCipher | null;
  publicUrl: string;
  network: Network;
  mailNetwork: MailNetwork;
  logins: MailLogins;
  remind(due: Due, delayMs: number): Promise<void>;
}

/** Sends messages to customers by their accounts. */
export class OutboxPool extends DeliveryPool<Pending, Finished> {
  constructor(
    {
      db,
      log,
      announce,
      handlers,
      cipher,
      publicUrl,
      network,
      mailNetwork,
      logins,
      remind,
      ...limits
    }: OutboxOptions,
  ) {
    const note = (moved: Moved[]) => noteStored({ db, log, announce, handlers }, moved);
    const links = cipher && new FileLinks(cipher, publicUrl);
    const name = new URL(publicUrl).hostname;
    const mailer = {
      db,
      log,
      network: mailNetwork,
      name,
      logins,
      threads: cipher && new ThreadIds(cipher),
    };
    super(
      {
        name: "message",
        async lease(ids, holder) {
          const { pending, lost } = await leaseMessages(db, ids, holder);
          await note(lost);
          return pending;
        },
        returnLeases: (pending) => returnLeases(db, pending),
        async free(holders) {
          const { count, lost } = await freeMessages(db, holders);
          await note(lost);
          return count;
        },
        async store(finished) {
          const stored = await finishMessages(db, finished);
          await note(finished.map(({ pending }) => pending).filter(({ id }) => stored.has(id)));
        },
        findDue: (wanted) => findDue(db, wanted),
        remind,
        async attempt(pending, signal) {
          const startedAt = new Date();
          const sending = () => send(pending, { cipher, links, network, mailer, signal });
          const result = await whileRenewed(sending, () => renewLease(db, pending), { log });
          if (result.outcome === "aborted") return undefined;
          const verdict = judge(pending, result);
          return {
            done: { pending, startedAt, result, verdict },
            ...(result.outcome === "secret" ? {} : {
              call: {
                failed: !hasLeft(result) && !endsMessage(result),
                durationMs: result.durationMs,
              },
            }),
            delayMs: verdict.state === "queued" ? verdict.delayMs : undefined,
          };
        },
        report({ pending, result, verdict }) {
          const { id, attempts } = pending;
          const { outcome, status, durationMs } = result;
          const entry = { id, attempt: attempts + 1, outcome, status, verdict: verdict.state };
          log.info("message_attempt", { ...entry, durationMs: Math.round(durationMs) });
          if (verdict.state === "sent") return;
          if (verdict.state === "queued" && attempts + 1 < noticeAtAttempt) return;
          tellOfFailure({ db, announce, handlers }, pending).catch((error) =>
            log.warn("failure_not_told", { id, ...describeError(error) })
          );
        },
      },
      log,
      limits,
    );
  }
}

type Moved = Pick<Pending, "id" | "companyId">;

/** Notes states that are stored; what cannot be noted now is left to the sweep. */
function noteStored(
  { db, log, announce, handlers }: Pick<OutboxOptions, "db" | "log" | "announce" | "handlers">,
  moved: Moved[],
) {
  return Promise.all(
    [...Map.groupBy(moved, ({ companyId }) => companyId)].map(([companyId, of]) =>
      noteMoves({ db, handlers, announce }, companyId, of.map(({ id }) => id))
        .catch((error) => log.warn("moves_not_told", describeError(error)))
    ),
  );
}

/** Tells the company once that its account fails. */
async function tellOfFailure(
  { db, announce, handlers }: Pick<OutboxOptions, "db" | "announce" | "handlers">,
  { companyId, accountId }: Pending,
) {
  await inCompany(db, companyId, async (trx) => {
    const account = await trx.updateTable("channel_accounts")
      .set((eb) => ({ told_at: eb.fn<Date>("now") }))
      .where("company_id", "=", companyId).where("id", "=", accountId)
      .where("told_at", "is", null).where("state", "=", "failing")
      .where("deleted_at", "is", null).returningAll().executeTakeFirst();
    if (account) await handlers.tellOfFailure(trx, account);
  }, announce);
}

type Result = Finished["result"] & { retryAfter?: string };

async function send(
  pending: Pending,
  { cipher, links, network, mailer, signal }: {
    cipher: SecretCipher | null;
    links: FileLinks | null;
    network: Network;
    mailer: MailCaller;
    signal: AbortSignal;
  },
): Promise<Result> {
  const { id, companyId, accountId, kind, settings, keyName, sealed, attempts, payload } = pending;
  const url = callbackUrlOf(pending);
  const isMail = kind === "email";
  if (!isMail && !url) return { outcome: "refused_address", durationMs: 0 };
  try {
    if (isMail) {
      const { recipients } = pending;
      const call = { companyId, accountId, settings, payload, recipients };
      return await callMailbox(call, mailer, signal);
    }
    if (!cipher || !links || !keyName || !sealed) return { outcome: "secret", durationMs: 0 };
    const field = signingField;
    const secret = cipher.open({ keyName, sealed }, { companyId, accountId, field });
    const body = withLinks(payload, companyId, links);
    const call = { id, companyId, url: url!, secret, attempt: attempts + 1, body };
    return await callProgram(call, network, signal);
  } catch (error) {
    if (!(error instanceof SecretLost)) throw error;
    return { outcome: "secret", durationMs: 0 };
  }
}

/**
 * A 2xx is sent, 410 and 422 end it; all else is tried again by the schedule, since a repeat is known
 * by its id. A mail is tried again only where it cannot have left.
 */
function judge(pending: Pending, result: Result): Finished["verdict"] {
  const { outcome } = result;
  const attempt = pending.attempts - pending.scheduleStart + 1;
  const delayMs = retryDelayMs(delaysMs, attempt, result as Parameters<typeof retryDelayMs>[2]);
  const { mail } = pending.payload;
  if (mail) return judgeMail({ ...pending, mail }, result, delayMs);
  if (hasLeft(result)) return { state: "sent" };
  if (endsMessage(result)) return { state: "failed" };
  if (outcome === "uncertain") return { state: "uncertain" };
  return delayMs === undefined ? { state: "failed" } : { state: "queued", delayMs };
}

function hasLeft({ outcome, status }: Result): boolean {
  return outcome === "sent" || (status !== undefined && status >= 200 && status < 300);
}

function judgeMail(
  { mail, recipients: earlier }: Pick<Pending, "recipients"> & { mail: OutgoingMail },
  result: Result,
  delayMs: number | undefined,
): Finished["verdict"] {
  const recipients = afterAttempt(mail, earlier, {
    outcome: result.outcome,
    error: errorOf(result),
    refusals: result.refusals ?? [],
    isLast: delayMs === undefined,
    at: new Date(),
  });
  const state = stateOf(recipients);
  if (state !== "queued") return { state, recipients };
  if (result.outcome === "uncertain" || delayMs === undefined) {
    return { state: "uncertain", recipients };
  }
  return { state, delayMs, recipients };
}
