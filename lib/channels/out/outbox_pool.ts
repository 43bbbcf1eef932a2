import type { Announce, Due } from "@/lib/tools/after_commit.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { FileLinks } from "@/lib/files/links.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { DeliveryPool, type DeliveryPoolOptions } from "@/lib/outbound/delivery_pool.ts";
import { outcomeOf } from "@/lib/outbound/deliveries.ts";
import { hasNotBegun } from "@/lib/outbound/outbound.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { ThreadIds } from "@/lib/channels/email/thread_ids.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { VersionWatch } from "@/lib/channels/meta/out/version_watch.ts";
import type { Network } from "@/lib/channels/out/call_program.ts";
import { hasLeft, judge, type Means, send } from "@/lib/channels/out/sending.ts";
import { noteMoves } from "@/lib/channels/out/note_moves.ts";
import { whileRenewed } from "@/lib/channels/out/while_renewed.ts";
import { endsMessage, type Finished, finishMessages } from "@/lib/channels/out/finish_messages.ts";
import {
  findDue,
  findNext,
  freeMessages,
  leaseMessages,
  type Lost,
  type Pending,
  renewLease,
  returnLeases,
} from "@/lib/channels/out/leases.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { currentTime } from "@/lib/tools/clock.ts";

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
  graphNetwork: GraphNetwork;
  logins: MailLogins;
  remind(due: Due, delayMs: number): Promise<void>;
}

/** Sends messages to customers by their accounts. */
export class OutboxPool extends DeliveryPool<Pending, Finished> {
  readonly noteMoved: (moved: Moved[]) => void;

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
      graphNetwork,
      logins,
      remind,
      ...limits
    }: OutboxOptions,
  ) {
    const note = (moved: Moved[]) => noteStored({ db, log, announce, handlers }, moved);
    /** What one person gets leaves in order: the next may go once the one before has ended. */
    const goOn = async (ended: Lost[]) => {
      for (const { delayMs, ...due } of await asWorker(db, (trx) => findNext(trx, ended))) {
        await remind(due, delayMs);
      }
    };
    const afterLoss = async (lost: Lost[]) => {
      await note(lost);
      await goOn(lost);
    };
    const links = cipher && new FileLinks(cipher, publicUrl);
    const name = new URL(publicUrl).hostname;
    const threads = cipher && new ThreadIds(cipher);
    const mailer = { db, log, network: mailNetwork, name, logins, threads };
    const versions = new VersionWatch(log, graphNetwork);
    const means: Means = { db, cipher, links, network, mailer, graphNetwork, versions };
    super(
      {
        name: "message",
        async lease(ids, holder) {
          const { pending, lost } = await leaseMessages(db, ids, holder);
          await afterLoss(lost);
          return pending;
        },
        returnLeases: (pending) => returnLeases(db, pending),
        async free(holders) {
          const { count, lost } = await freeMessages(db, holders);
          await afterLoss(lost);
          return count;
        },
        async store(finished) {
          // Named first: what is stored as sent, its status or echo finds.
          await nameSent(db, handlers, finished);
          const { ids, due } = await finishMessages(db, finished);
          const stored = finished.filter(({ pending }) => ids.has(pending.id));
          await note(stored.map(({ pending }) => pending));
          const isOver = stored.filter(({ verdict }) => verdict.state !== "queued");
          await goOn(isOver.map(({ pending }) => pending));
          for (const one of due) await remind(one, 0);
        },
        findDue: (wanted) => findDue(db, wanted),
        remind,
        async attempt(pending, signal) {
          const startedAt = currentTime();
          const sending = () => send(pending, means, signal);
          const result = await whileRenewed(sending, () => renewLease(db, pending), { log });
          if (hasNotBegun(result)) return undefined;
          const verdict = judge(pending, result);
          return {
            done: { pending, startedAt, result, verdict },
            ...(result.outcome === "secret" ? {} : {
              call: {
                failed: !hasLeft(result) && !endsMessage(result),
                isPaced: result.graph?.name === "pace",
                durationMs: result.durationMs,
              },
            }),
            delayMs: verdict.state === "queued" ? verdict.delayMs : undefined,
            measure: {
              kind: pending.kind === "email" ? "mail" : "message",
              outcome: outcomeOf(result),
              isGivenUp: verdict.state !== "queued" && verdict.state !== "sent",
            },
          };
        },
        report({ pending, result, verdict }) {
          const { id, attempts, payload: { messageId, notificationId } } = pending;
          const { outcome, status, durationMs } = result;
          const origin = messageId === null ? { notificationId } : { messageId };
          const entry = {
            id,
            ...origin,
            attempt: attempts + 1,
            outcome,
            status,
            verdict: verdict.state,
          };
          log.info("message_attempt", { ...entry, durationMs: Math.round(durationMs) });
          const { graph } = result;
          if (graph?.isUnlisted) log.warn("graph_error_unknown", { id, status, code: graph.code });
          const isBroken = graph?.name === "account";
          if (verdict.state === "sent") return;
          if (verdict.state === "queued" && attempts + 1 < noticeAtAttempt && !isBroken) return;
          tellOfFailure({ db, announce, handlers }, pending).catch((error) =>
            log.warn("failure_not_told", { id, ...describeError(error) })
          );
        },
      },
      log,
      limits,
    );
    this.noteMoved = (moved) => void note(moved);
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

async function nameSent(
  db: Db,
  handlers: ChannelHandlers,
  finished: readonly Finished[],
): Promise<void> {
  const named = finished.flatMap(({ pending, result }) => {
    const { companyId, accountId, lease, payload: { messageId } } = pending;
    const externalId = result.graph?.externalId;
    return externalId === undefined || messageId === null
      ? []
      : [{ companyId, accountId, messageId, externalId, lease }];
  });
  for (const [companyId, names] of Map.groupBy(named, (one) => one.companyId)) {
    await inCompany(db, companyId, (trx) => handlers.nameSent(trx, { companyId }, names));
  }
}
