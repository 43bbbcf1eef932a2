import { freeMailboxes } from "@/lib/channels/in/mailboxes/shares.ts";
import { FileFetches } from "@/lib/channels/meta/files/file_fetches.ts";
import { Names } from "@/lib/channels/meta/people/names.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { ReadMarks } from "@/lib/channels/meta/out/read_marks.ts";
import { OutboxPool } from "@/lib/channels/out/outbox_pool.ts";
import { crmFallbacks } from "@/lib/crm/clients/fallbacks.ts";
import { crmChannelHandlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import { CallbackPool } from "@/lib/notify/callbacks/callback_pool.ts";
import { sendCallback } from "@/lib/notify/callbacks/send_callback.ts";
import { DuePool } from "@/lib/notify/due/due_pool.ts";
import { openPush } from "@/lib/notify/push/push.ts";
import { ApprovedQuotes } from "@/lib/sales/approvals/approved_quotes.ts";
import type { PdfRenderer } from "@/lib/sales/document/pdf_renderer.ts";
import type { Reader } from "@/lib/readers/reader.ts";
import type { Config } from "@/lib/service/config.ts";
import type { Ends } from "@/lib/service/opening/ends.ts";
import type { Ground } from "@/lib/service/opening/ground.ts";
import type { Outbound } from "@/lib/service/opening/outbound.ts";
import { type Announce, announceTo } from "@/lib/tools/after_commit.ts";
import type { Log } from "@/lib/tools/log.ts";
import { freeJobLeases } from "@/lib/work/job_leases.ts";
import { Processes } from "@/lib/work/processes.ts";

interface Under {
  config: Config;
  log: Log;
  ground: Ground;
  outbound: Outbound;
  logins: MailLogins;
  pdfRenderer: PdfRenderer;
  /** Reads what strangers made. */
  reader: Pick<Reader, "run">;
  /** PEM of authorities that push services are trusted by instead of the public ones. */
  pushCa?: string;
}

/** Opens the outgoing side: callbacks, pushes, messages to customers, and times that fall due. */
export function openDeliveries(under: Under, ends: Ends) {
  const { config, log, ground, logins, pdfRenderer, pushCa } = under;
  const { network, mailNetwork, graphNetwork, mediaHosts } = under.outbound;
  const { db, queue, live, hold, groups, erasures, holder, vapidKeys } = ground;
  const { secretCipher: cipher } = ground;
  const { publicUrl, bounds, filesBytesPerCompany } = config;
  const shared = { db, log, holder, gate: hold };
  const announce: Announce = (events) => announceAll(events);
  const callbacks = new CallbackPool({
    ...shared,
    send: (pending, signal) => sendCallback(pending, network, signal),
    remind: (due, delayMs) => queue.enqueue({ kind: "callback", ...due }, delayMs),
  });
  const fallbacks = crmFallbacks({ publicUrl, strangersPerDay: bounds.fallbackStrangersPerDay });
  const dueTimes = new DuePool({
    ...shared,
    announce,
    fallbacks,
    remind: (due, delayMs) => queue.enqueue({ kind: "time", ...due }, delayMs),
  });
  const push = openPush({
    ...shared,
    ...network,
    publicUrl,
    keys: vapidKeys,
    subject: config.vapidSubject,
    hosts: config.pushHosts,
    maxPerHost: config.pushMaxPerHost,
    ca: pushCa,
    remind: (due, delayMs) => queue.enqueue({ kind: "push", ...due }, delayMs),
    summariseIn: (due, delayMs) => dueTimes.offerIn(due, delayMs),
  });
  const outbox = new OutboxPool({
    ...shared,
    announce,
    handlers: crmChannelHandlers,
    cipher,
    publicUrl,
    network,
    mailNetwork,
    graphNetwork,
    logins,
    remind: (due, delayMs) => queue.enqueue({ kind: "message", ...due }, delayMs),
  });
  const pools = [callbacks, outbox, dueTimes, ...push ? [push.pool] : []];
  for (const pool of pools) ends.stop((graceMs) => pool.stop(graceMs));
  const approvedQuotes = new ApprovedQuotes({
    db,
    log,
    announce,
    publicUrl,
    filesBytesPerCompany,
    print: (printable, companyId) => pdfRenderer.print(printable, groups.of(companyId)),
  });
  ends.drain(() => approvedQuotes.idle());
  const fileFetches = new FileFetches({
    ...{ db, log, announce, cipher, mediaHosts, filesBytesPerCompany },
    handlers: crmChannelHandlers,
    network: graphNetwork,
    reader: under.reader,
  });
  ends.drain(() => fileFetches.stop());
  const personNames = new Names({
    ...{ db, log, announce, cipher, network: graphNetwork },
    handlers: crmChannelHandlers,
  });
  ends.drain(() => personNames.stop());
  const readMarks = new ReadMarks({ db, log, cipher, graphNetwork });
  ends.drain(() => readMarks.idle());
  const announceAll = announceTo({
    live,
    callbacks,
    pushes: push?.pool,
    messages: outbox,
    times: dueTimes,
    quotes: approvedQuotes,
    erasures,
    files: fileFetches,
    names: personNames,
    marks: readMarks,
    log,
  });
  const takeOver = async (holders: string[]) =>
    void await Promise.all([
      ...pools.map((one) => one.takeOver(holders)),
      freeJobLeases(db, holders),
      freeMailboxes(db, holders),
    ]);
  return {
    ...{ announce, callbacks, push, dueTimes, outbox, approvedQuotes, fallbacks, fileFetches },
    ...{ personNames, takeOver },
  };
}

/** Tells other processes on the database that this one lives, and takes over from those that died. */
export async function openProcesses(
  { database, db, holder: id, instance, share }: Ground,
  { log, takeOver }: { log: Log; takeOver: (holders: string[]) => Promise<void> },
  ends: Ends,
): Promise<void> {
  if (instance === null) return;
  const isAlone = database.kind === "pglite";
  const processes = new Processes({ db, log, id, isAlone, instance, share, free: takeOver });
  ends.close(() => processes.stop());
  await processes.start();
}
