/** Batches of what channels bring and take, and single steps of their queues. */
import { freeMailboxes, MailboxShares } from "@/lib/channels/in/mailboxes/shares.ts";
import { freeJobLeases, JobLeases } from "@/lib/work/job_leases.ts";
import { isMailInPlace } from "@/lib/channels/in/mail_in_place.ts";
import { noteMailed } from "@/lib/channels/email/refused_addresses.ts";
import { decideAuthors } from "@/lib/channels/in/author/decide_authors.ts";
import { withoutErased } from "@/lib/channels/in/erased_mail.ts";
import {
  findCopy,
  findStored,
  leaseEvents,
  markAutomatic,
  markUnread,
  postponeEvents,
  releaseEvents,
} from "@/lib/channels/in/events.ts";
import { findLoops, pauseForLoop } from "@/lib/channels/in/loops.ts";
import { putOff, wakeNext } from "@/lib/channels/in/meta/early_events.ts";
import { listProblems, readRaw, tellOfProblem } from "@/lib/channels/in/problems.ts";
import { finishMessages } from "@/lib/channels/out/finish_messages.ts";
import { findDue, freeMessages, loseWaiting, renewLease } from "@/lib/channels/out/leases.ts";
import { noteMoves, noteOverdueMoves } from "@/lib/channels/out/note_moves.ts";
import { noteReceipt } from "@/lib/channels/out/receipts.ts";
import { crmChannelHandlers as handlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import { findKnownAddresses } from "@/lib/crm/contacts/conversation/known_addresses.ts";
import { planAnswers } from "@/lib/crm/contacts/unanswered/plan_answers.ts";
import { freeCallbacks } from "@/lib/notify/callbacks/callbacks.ts";
import { dropDueTimes, dropPushes } from "@/lib/notify/due/drop_due.ts";
import { delay, findDueTimes, freeTimes } from "@/lib/notify/due/due_jobs.ts";
import { noteMail } from "@/lib/notify/due/note_mail.ts";
import { freeJobs } from "@/lib/notify/push/push_jobs.ts";
import { eraseOldContacts } from "@/lib/privacy/retention.ts";
import { holder, idOf, leasedRows, uuidOf } from "../rows.ts";
import { incoming } from "../more_rows.ts";
import { accountId, asWorkers, type Case, silent, tenant, within } from "./case.ts";

const batch = Array.from({ length: 48 }, (_, n) => n + 2_001);
const leased = Array.from({ length: 48 }, (_, n) => n + leasedRows.from);
const events = batch.map((n) => ({ id: idOf(1, n), companyId: 1 }));
const limits = { aheadMs: 1_000, perQueue: 10, perCompany: 40, mostQueues: 20 };

/** A message of a contact, as the account brought it. */
function arrivalOf(n: number, kind: "email" | "program") {
  const address = `c${n}@correo.example`;
  const from = { address, name: null };
  const facts = { to: [], cc: [], replyTo: null, isVerified: true };
  const origin = { from, replyTo: [], listed: null, relayed: null, lists: [] };
  return {
    account: {
      ...{ id: accountId, company_id: 1, kind, channel: "whatsapp", state: "working" },
      resumed_at: null,
    },
    event: { id: idOf(1, n), receivedAt: new Date() },
    writer: { contactId: idOf(1, n) },
    message: {
      externalId: `new ${n}`,
      direction: "in",
      from: { id: address, name: null, email: address, phone: null },
      text: "Hola",
      files: [],
      sentAt: new Date(),
      mail: kind === "email"
        ? {
          messageId: `m${n}`,
          references: [`${n}@correo.example`],
          facts,
          origin,
          forwards: [{ origin }],
        }
        : undefined,
    },
  };
}

export const mails = batch.map((n) => arrivalOf(n, "email")) as never[];
const posts = batch.map((n) => arrivalOf(n, "program")) as never[];
const pendingOf = (n: number) =>
  ({
    ...{
      id: uuidOf("o", n),
      companyId: 1,
      lease: holder,
      attempts: 0,
      kind: "whatsapp",
      accountId,
    },
    ...{ payload: {}, person: `person-${n}`, recipients: null },
  }) as never;

export const batchCases: Record<string, Case> = {
  "lease events": (db) => leaseEvents(db, { companyId: 1, most: 48 }),
  "lease an event": (db) => leaseEvents(db, { id: idOf(1, 2_001) }),
  "release events": (db) => releaseEvents(db, events),
  "postpone events": (db) => postponeEvents(db, events, 1_000),
  "mark an event unread": (db) => markUnread(db, events[0]!, { delayMs: 1_000 }),
  "put an event off": (db) => putOff(db, events[0]!),
  "wake the next event": (db) => wakeNext(db, { companyId: 1, accountId }),
  "stored events": within((trx) =>
    findStored(trx, tenant, batch.map((n) => ({ accountId, externalId: `event-${n}` })))
  ),
  "a copy of an event": within((trx) =>
    findCopy(trx, tenant, { accountId: accountId + 1, externalId: "in-7" })
  ),
  "mark an event automatic": within((trx) =>
    markAutomatic(trx, tenant, idOf(1, 2_001), { automatic: null, of: {} })
  ),
  "problems": within(async (trx) => {
    const id = idOf(1, 2_001);
    await trx.updateTable("channel_events").set({ state: "problem", problem: "failed" })
      .where("company_id", "=", 1).where("id", "=", id).execute();
    await tellOfProblem(trx, { tellOfProblem: () => Promise.resolve() }, { companyId: 1, id });
    await listProblems(trx, { ...tenant, language: "es" }, accountId, { page: 1, per_page: 25 });
    await readRaw(trx, tenant, accountId, id);
  }),
  "erased mail": within((trx) => withoutErased(trx, tenant, mails)),
  "mail in place": within((trx) =>
    isMailInPlace(trx, tenant, "out", { automatic: "own", messageId: "a@b.example" })
  ),
  "authors": within((trx) => decideAuthors(trx, tenant, mails)),
  "known addresses": within((trx) =>
    findKnownAddresses(trx, tenant, batch.map((n) => `c${n}@correo.example`))
  ),
  "loops": within((trx) => findLoops(trx, tenant, posts)),
  "pause for a loop": within((trx) => pauseForLoop(trx, { company_id: 1, id: accountId } as never)),
  "file what programs bring": within(async (trx) => {
    const writers = await handlers.findWriters(trx, tenant, posts);
    await handlers.fileMessages(
      trx,
      tenant,
      posts.map((one: object, at) => ({ ...one, writer: writers[at] })) as never,
    );
  }),
  "note moves": (db) =>
    noteMoves({ db, handlers, announce: silent }, 1, leased.map((n) => uuidOf("o", n))),
  "note overdue moves": (db) => noteOverdueMoves({ db, handlers, announce: silent }),
  "note what became of messages": within((trx) =>
    handlers.noteMoved(
      trx,
      tenant,
      batch.map((n) => ({ messageId: idOf(1, n), state: n % 2 ? "failed" : "sent" })),
    )
  ),
  "note mails in place": within((trx) =>
    noteMail(trx, tenant, batch.map((n) => ({ notificationId: uuidOf("n", n), state: "sent" })))
  ),
  "note mailed addresses": asWorkers((trx) =>
    noteMailed(
      trx,
      batch.map((n) => ({
        ...{ companyId: 1, accountId, messageId: idOf(1, n), reason: null },
        ...{ address: `C${n}@correo.example`, isWrong: n % 2 === 0 },
      })),
    )
  ),
  "close windows": (db) =>
    finishMessages(
      db,
      leased.map((n) => ({
        pending: pendingOf(n),
        startedAt: new Date(),
        result: { outcome: "graph_window", durationMs: 3, status: 400, graph: { name: "window" } },
        verdict: { state: "failed" },
      })) as never,
    ),
  "a receipt": within((trx) =>
    noteReceipt(trx, tenant, idOf(1, leased[0]!), { status: "delivered" } as never)
  ),
  "renew a lease": (db) => renewLease(db, pendingOf(leased[0]!)),
  "free leases": async (db) => {
    await freeMessages(db, [holder]);
    await freeTimes(db, [holder]);
    await freeCallbacks(db, [holder]);
    await freeJobs(db, [holder]);
  },
  "share the work": async (db) => {
    await new JobLeases(db, holder).take("fold the counts of records");
    await freeJobLeases(db, [holder]);
    const shares = new MailboxShares(db, holder);
    await shares.claim();
    await shares.take(1);
    await freeMailboxes(db, [holder]);
  },
  "what is due": async (db) => {
    await findDue(db, limits as never);
    await findDueTimes(db, limits as never);
  },
  "delay a time": (db) =>
    delay(db, { id: uuidOf("t", leased[0]!), companyId: 1, lease: holder, attempts: 0 }, 1_000),
  "plan answers": within(async (trx) => {
    await trx.updateTable("companies").set({ unanswered_minutes: 30 }).where("id", "=", 1)
      .execute();
    await planAnswers(trx, tenant, batch.map((n) => idOf(1, n)));
  }),
  "old contacts": within(async (trx) => {
    await trx.updateTable("companies").set({ retention_months: 12 }).where("id", "=", 1).execute();
    await eraseOldContacts(trx, tenant, String(idOf(1, 3_900)));
    await eraseOldContacts(trx, tenant, String(idOf(1, incoming)));
  }),
  "leave out what waits": asWorkers(async (trx) => {
    const before = new Date(Date.now() - 18_000_000);
    await dropDueTimes(trx, before);
    await dropPushes(trx, before);
    await loseWaiting(trx, before);
  }),
};
