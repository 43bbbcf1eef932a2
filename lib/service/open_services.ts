import { type Announce, announceTo } from "@/lib/tools/after_commit.ts";
import { createGateway } from "@/lib/access/gateway/gateway.ts";
import { CompanyGroups } from "@/lib/fairness/company_groups.ts";
import { CompanyTurns } from "@/lib/fairness/company_turns.ts";
import type { MailDoor } from "@/lib/channels/email/door.ts";
import { findExchanges } from "@/lib/channels/email/discover.ts";
import { Intake } from "@/lib/channels/in/intake.ts";
import { ThreadIds } from "@/lib/channels/email/thread_ids.ts";
import { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import type { OAuth } from "@/lib/channels/email/oauth/provider.ts";
import { Mailboxes } from "@/lib/channels/in/mailboxes.ts";
import { Reading, type ReadingMs } from "@/lib/channels/in/reading.ts";
import { OutboxPool } from "@/lib/channels/out/outbox_pool.ts";
import type { Config } from "@/lib/service/config.ts";
import { crmFallbacks } from "@/lib/crm/clients/fallbacks.ts";
import { crmChannelHandlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import { crmAnswerHandlers } from "@/lib/crm/tasks/answer_handlers.ts";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { idOfFolder, lockFolder } from "@/lib/db/folder.ts";
import { OpenTransactions } from "@/lib/db/open_transactions.ts";
import { FileStore } from "@/lib/files/file_store.ts";
import { FileLinks } from "@/lib/files/links.ts";
import { type Log } from "@/lib/tools/log.ts";
import { parseNets, type Resolve } from "@/lib/outbound/addresses.ts";
import { systemResolve } from "@/lib/outbound/guarded_sockets.ts";
import { Lookups } from "@/lib/outbound/lookups.ts";
import { CallbackPool } from "@/lib/notify/callbacks/callback_pool.ts";
import { DuePool } from "@/lib/notify/due/due_pool.ts";
import { ResponsePolls } from "@/lib/notify/answering/polls.ts";
import { Live } from "@/lib/notify/streams/live.ts";
import { Places } from "@/lib/fairness/places.ts";
import { InboxFeeds } from "@/lib/notify/inbox/feeds.ts";
import { SendQueue } from "@/lib/notify/sending/send_queue.ts";
import { sendCallback } from "@/lib/notify/callbacks/send_callback.ts";
import { SentMarks } from "@/lib/notify/inbox/sent_marks.ts";
import { openPush } from "@/lib/notify/push/push.ts";
import { loadVapidKeys } from "@/lib/notify/push/vapid.ts";
import { openErasures } from "@/lib/privacy/open_erasures.ts";
import { ImportReader } from "@/lib/records/imports/import_reader.ts";
import { answerForYes } from "@/lib/sales/approvals/answer_handler.ts";
import { ApprovedQuotes } from "@/lib/sales/approvals/approved_quotes.ts";
import { PdfRenderer } from "@/lib/sales/document/pdf_renderer.ts";
import { openFeeds } from "@/lib/changes/open_feeds.ts";
import { loadSecretBox } from "@/lib/secrets/secret_keys.ts";
import type { Services } from "@/lib/service/services.ts";
import { AnonymousLimit } from "@/lib/http/serving/anonymous_limit.ts";
import { AttemptLimiter, RateLimiter } from "@/lib/fairness/rate_limits.ts";
import { prepareDatabase } from "@/lib/service/prepare_database.ts";
import { openReaders } from "@/lib/service/open_readers.ts";
import { Processes } from "@/lib/work/processes.ts";
import { openQueue, type Queue } from "@/lib/work/queue.ts";
import { wrongCodes } from "@/lib/words/errors.ts";

interface Given {
  verifyAnswers?: boolean;
  database?: Database;
  /** PEM of authorities that push services are trusted by instead of the public ones. */
  pushCa?: string;
  mailCa?: string;
  exchanges?: MailDoor["exchanges"];
  resolve?: Resolve;
  readingMs?: ReadingMs;
  /** Other places of providers that mailboxes sign in with. */
  oauthEndpoints?: OAuth["endpoints"];
}

export interface Opened {
  services: Services;
  queue: Queue;
  /** Ends streams and polls, waits `graceMs` for callbacks and pushes, then closes. */
  close(graceMs?: number, drained?: Promise<void>): Promise<void>;
}

/** Opens what a process needs: takes the data folder, connects, migrates, reads the keys. */
export async function openServices(
  config: Config,
  log: Log,
  {
    verifyAnswers = false,
    database: given,
    pushCa,
    mailCa,
    exchanges = findExchanges,
    resolve = systemResolve,
    readingMs,
    oauthEndpoints = {},
  }: Given = {},
): Promise<Opened> {
  const lock = given ? undefined : await lockFolder(config.dataDir);
  const database = given ?? await openDatabase({
    url: config.databaseUrl,
    dir: `${config.dataDir}/postgres`,
    log,
  });
  await prepareDatabase(database, config, log);
  const vapidKeys = await loadVapidKeys(database.db);
  const erasures = await openErasures(database.db, config, vapidKeys, log);
  const queue = await openQueue(log);
  const stopping = new AbortController();
  const live = new Live(database);
  await live.start();
  const callbackAllow = parseNets(config.callbackAllowNets);
  const holder = crypto.randomUUID();
  const names = new Lookups(resolve);
  const door = { allow: callbackAllow, lookup: names.find };
  const mailAllow = parseNets(config.channelAllowNets);
  const mailDoor = { allow: mailAllow, lookup: names.find, ca: mailCa, exchanges };
  const secretBox = await loadSecretBox(config);
  const oauth: OAuth = {
    clients: config.oauthClients,
    endpoints: oauthEndpoints,
    publicUrl: config.publicUrl,
  };
  const logins = new MailLogins({ db: database.db, box: secretBox, door: mailDoor, oauth });
  const callbacks = new CallbackPool({
    ...{ db: database.db, log, holder },
    send: (owed, signal) => sendCallback(owed, door, signal),
    remind: (due, delayMs) => queue.enqueue({ kind: "callback", ...due }, delayMs),
  });
  const push = openPush({
    ...{ db: database.db, log, holder },
    keys: vapidKeys,
    publicUrl: config.publicUrl,
    subject: config.vapidSubject,
    hosts: config.pushHosts,
    maxPerHost: config.pushMaxPerHost,
    ...door,
    ca: pushCa,
    remind: (due, delayMs) => queue.enqueue({ kind: "push", ...due }, delayMs),
    summariseIn: (due, delayMs) => dueTimes.offerIn(due, delayMs),
  });
  const announce: Announce = (events) => announceAll(events);
  const { publicUrl, bounds: { fallbackStrangersPerDay: strangersPerDay } } = config;
  const fallbacks = crmFallbacks({ publicUrl, strangersPerDay });
  const dueTimes = new DuePool({
    ...{ db: database.db, log, announce, fallbacks, holder },
    remind: (due, delayMs) => queue.enqueue({ kind: "time", ...due }, delayMs),
  });
  const handlers = crmChannelHandlers;
  const outbox = new OutboxPool({
    ...{ db: database.db, log, announce, handlers, holder },
    box: secretBox,
    publicUrl: config.publicUrl,
    door,
    mailDoor,
    logins,
    remind: (due, delayMs) => queue.enqueue({ kind: "message", ...due }, delayMs),
  });
  const pools = [callbacks, outbox, dueTimes, ...push ? [push.pool] : []];
  const processes = lock && new Processes({
    ...{ db: database.db, log, id: holder, isAlone: database.kind === "pglite" },
    instance: await idOfFolder(config.dataDir),
    free: async (holders) => void await Promise.all(pools.map((one) => one.takeOver(holders))),
  });
  const readers = openReaders(config, log);
  const pdfRenderer = new PdfRenderer(readers.readLogo);
  const groups = new CompanyGroups(database.db);
  const approvedQuotes = new ApprovedQuotes({
    ...{ db: database.db, log, announce, publicUrl: config.publicUrl },
    print: (printable, companyId) => pdfRenderer.print(printable, groups.of(companyId)),
    filesBytesPerCompany: config.filesBytesPerCompany,
  });
  const announceAll = announceTo({
    ...{ live, callbacks, pushes: push?.pool, messages: outbox, times: dueTimes },
    ...{ quotes: approvedQuotes, erasures, log },
  });
  const reading = new Reading({
    db: database.db,
    ...{ log, announce, handlers },
    threads: secretBox && new ThreadIds(secretBox),
    filesBytesPerCompany: config.filesBytesPerCompany,
    ...{ reader: readers.mail, ms: readingMs },
  });
  const mailboxes = new Mailboxes({
    ...{ db: database.db, log, announce, handlers, reading },
    ...{ box: secretBox, door: mailDoor, logins },
  });
  const intake = new Intake({
    database,
    announce,
    handlers,
    log,
    readLater: (companyId) => reading.sweepLater(companyId),
  });
  const files = new FileStore(readers.file, config.filesBytesPerCompany);
  const sendQueue = new SendQueue(database, announce, fallbacks);
  const sentMarks = new SentMarks(database.db);
  const polls = new ResponsePolls({ database, live, places: new Places(config.pollLimits) });
  const streamPlaces = new Places(config.streamLimits);
  const inboxFeeds = new InboxFeeds({ database, live, places: streamPlaces });
  const gateway = config.gateway
    ? createGateway({
      ...config.gateway,
      onKeysError: (error) => log.warn("gateway_keys_failed", { error: error.message }),
    })
    : null;
  const services: Services = {
    config,
    log,
    database,
    openTransactions: new OpenTransactions(database, log),
    gateway,
    live,
    feeds: openFeeds(database.db, live, streamPlaces),
    announce,
    sendQueue,
    polls,
    inboxFeeds,
    sentMarks,
    callbacks,
    callbackAllow,
    names,
    mailDoor,
    discoveries: readers.discoveries,
    logins,
    oauth,
    dueTimes,
    erasures,
    fallbacks,
    answerHandlers: new Map([...crmAnswerHandlers, answerForYes]),
    vapidPublicKey: vapidKeys.publicKey,
    push,
    groups,
    turns: new CompanyTurns(groups, database.deadlineMs),
    newcomerLimiter: new RateLimiter(config.newcomerLimit),
    keyLimiter: new RateLimiter(config.rateLimit),
    phoneLimiter: new RateLimiter(config.phoneLimit),
    companyLimiter: new RateLimiter(config.companyLimit),
    memberLimiter: new RateLimiter(config.memberLimit),
    pairingLimiter: new AttemptLimiter({
      failures: 10,
      windowMs: 600_000,
      sentence: wrongCodes,
    }),
    contactLimiter: config.contactLimits.perAddress > 0
      ? new AttemptLimiter({ failures: config.contactLimits.perAddress, windowMs: 600_000 })
      : null,
    linkLimiter: new RateLimiter(config.linkLimit),
    anonymousLimit: new AnonymousLimit(config.anonymousLimit, config.gateway?.header),
    secretBox,
    channelHandlers: handlers,
    intake,
    reading,
    mailboxes,
    outbox,
    files,
    fileLinks: secretBox && new FileLinks(secretBox, config.publicUrl),
    pdfRenderer,
    approvedQuotes,
    importReader: new ImportReader(readers.file),
    mailReader: readers.file,
    queueReady: () => queue.ready(),
    stopping: stopping.signal,
    verifyAnswers,
  };

  async function close(graceMs = 6_000, drained = Promise.resolve()): Promise<void> {
    stopping.abort();
    services.pdfRenderer.close();
    const readersGone = readers.close();
    await Promise.all([
      ...pools.map((pool) => pool.stop(graceMs)),
      atMost(graceMs, Promise.all([intake.idle(), mailboxes.stop(), reading.stop()])),
      atMost(graceMs, approvedQuotes.idle()),
      atMost(graceMs, drained),
    ]);
    await atMost(
      lastMs,
      Promise.all([inboxFeeds.idle(), polls.idle(), sentMarks.idle(), groups.idle(), live.idle()]),
    );
    await atMost(lastMs, readersGone);
    if (processes) await atMost(lastMs, processes.stop());
    queue.close();
    if (gateway) await atMost(lastMs, gateway.close());
    await database.close();
    lock?.release();
  }
  await processes?.start();
  return { services, queue, close };
}

/** Milliseconds that closing may take: a database that hangs must not hold it up. */
const lastMs = 500;

async function atMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
