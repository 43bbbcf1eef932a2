import { nextCompany } from "@/lib/access/companies.ts";
import { createGateway } from "@/lib/access/gateway/gateway.ts";
import { openFeeds } from "@/lib/changes/open_feeds.ts";
import { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import type { OAuth } from "@/lib/channels/email/oauth/provider.ts";
import type { ReadingMs } from "@/lib/channels/in/reading.ts";
import { crmChannelHandlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import { crmAnswerHandlers } from "@/lib/crm/tasks/answer_handlers.ts";
import type { Database } from "@/lib/db/connection.ts";
import { OpenTransactions } from "@/lib/db/open_transactions.ts";
import { CompanyQueues } from "@/lib/fairness/company_queues.ts";
import { Places } from "@/lib/fairness/places.ts";
import { FileStore } from "@/lib/files/file_store.ts";
import { FileLinks } from "@/lib/files/links.ts";
import { ResponsePolls } from "@/lib/notify/answering/polls.ts";
import { InboxFeeds } from "@/lib/notify/inbox/feeds.ts";
import { SentMarks } from "@/lib/notify/inbox/sent_marks.ts";
import { SendQueue } from "@/lib/notify/sending/send_queue.ts";
import { ImportReader } from "@/lib/records/imports/import_reader.ts";
import { answerForApproval } from "@/lib/sales/approvals/answer_handler.ts";
import { PdfRenderer } from "@/lib/sales/document/pdf_renderer.ts";
import type { Config } from "@/lib/service/config.ts";
import { openAlerts } from "@/lib/service/opening/alerts.ts";
import { openDeliveries, openProcesses } from "@/lib/service/opening/deliveries.ts";
import { Ends } from "@/lib/service/opening/ends.ts";
import { type Ground, openGround } from "@/lib/service/opening/ground.ts";
import { openLimits } from "@/lib/service/opening/limits.ts";
import { openMail } from "@/lib/service/opening/mail.ts";
import { openOutbound, type OutboundGiven } from "@/lib/service/opening/outbound.ts";
import { openInstance, openStatus } from "@/lib/service/opening/status.ts";
import { findStuck } from "@/lib/service/readiness.ts";
import { MachineWatch } from "@/lib/status/machine_watch.ts";
import { Instance } from "@/lib/status/instances.ts";
import { openReaders } from "@/lib/service/opening/readers.ts";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import type { Services } from "@/lib/service/services.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Log } from "@/lib/tools/log.ts";
import { ProxyProbes } from "@/lib/http/serving/proxy_probes.ts";
import { JobLeases } from "@/lib/work/job_leases.ts";
import { Nightly } from "@/lib/work/nightly.ts";
import type { Queue } from "@/lib/work/queue.ts";
import { backupControls, removeUnfetched } from "@/lib/service/control/backup_by_owner.ts";
import { doctorControls } from "@/lib/doctor/controls.ts";
import { dataControls } from "@/lib/service/control/data_controls.ts";
import { openControl } from "@/lib/service/control/server.ts";
import { holdControls } from "@/lib/service/hold/controls.ts";
import type { Gate } from "@/lib/tools/hold.ts";

interface ServiceOptions extends OutboundGiven {
  verifyAnswers?: boolean;
  database?: Database;
  pushCa?: string;
  readingMs?: ReadingMs;
  /** Other places of providers that mailboxes sign in with. */
  oauthEndpoints?: OAuth["endpoints"];
}

export interface Opened {
  services: Services;
  queue: Queue;
  /** Ends streams and polls and says unready; all else is served on. */
  drain(): void;
  /** Drains, waits `graceMs` for callbacks and pushes, then closes. */
  close(graceMs?: number, drained?: Promise<void>): Promise<void>;
}

/** Opens what a process needs, from the data folder up; each part says how it ends. */
export async function openServices(
  config: Config,
  anonymousLog: Log,
  options: ServiceOptions = {},
): Promise<Opened> {
  const holder = crypto.randomUUID();
  const log = anonymousLog.of(holder);
  const ends = new Ends();
  const draining = new AbortController();
  const stopping = new AbortController();
  const ground = await openGround(config, log, { ...options, holder }, ends);
  const { database, db, queue, live, hold, schema, groups, secretCipher, share } = ground;
  const outbound = openOutbound(config, ground.hold, options);
  const readers = openReaders(config, log, share);
  ends.drain(() => readers.close());
  const pdfRenderer = new PdfRenderer(readers.readLogo);
  ends.drain(() => pdfRenderer.close());
  const oauth = oauthOf(config, options);
  const logins = new MailLogins({ db, cipher: secretCipher, network: outbound.mailNetwork, oauth });
  const under = { config, log, ground, outbound, logins };
  const { pushCa, readingMs, verifyAnswers = false } = options;
  const { takeOver, ...deliveries } = openDeliveries(
    { ...under, pdfRenderer, pushCa, reader: readers.file },
    ends,
  );
  const { announce, fallbacks } = deliveries;
  const mail = openMail({ ...under, announce, reader: readers.mail, readingMs }, ends);
  const gateway = openGateway(config, log, ends);
  const streams = openStreams(config, ground, ends);
  const status = openStatus(config, ground);
  const services: Services = {
    config,
    log,
    database,
    replica: ground.replica,
    live,
    hold,
    schema,
    groups,
    gateway,
    instance: new Instance({ db, log, id: holder, findStuck: () => findStuck(services) }),
    status,
    machine: new MachineWatch(db, config),
    ...openAlerts({
      ...{ config, log, ground, announce, gateway, status },
      findStuck: () => findStuck(services),
    }, ends),
    secretCipher,
    pdfRenderer,
    logins,
    oauth,
    ...deliveries,
    ...mail,
    ...streams,
    ...openLimits(config, share),
    verifyAnswers,
    openTransactions: new OpenTransactions(database, log),
    nightly: openNightly(config, {
      ...ground,
      gate: hold,
      log,
      announce,
      stopping: stopping.signal,
    }, ends),
    jobLeases: new JobLeases(db, holder),
    sendQueue: new SendQueue(database, announce, fallbacks),
    callbackAllow: outbound.callbackAllow,
    names: outbound.names,
    mailNetwork: outbound.mailNetwork,
    graphNetwork: outbound.graphNetwork,
    discoveries: readers.discoveries,
    erasures: ground.erasures,
    answerHandlers: new Map([...crmAnswerHandlers, answerForApproval]),
    vapidPublicKey: ground.vapidKeys.publicKey,
    queues: new CompanyQueues(groups, database.deadlineMs, config.databasePoolSize),
    channelHandlers: crmChannelHandlers,
    files: new FileStore(readers.file, config.filesBytesPerCompany, share),
    fileLinks: secretCipher && new FileLinks(secretCipher, config.publicUrl),
    importReader: new ImportReader(readers.file),
    mailReader: readers.file,
    proxyProbes: new ProxyProbes(),
    queueReady: () => queue.ready(),
    draining: draining.signal,
    stopping: stopping.signal,
  };
  await openProcesses(ground, { log, takeOver }, ends);
  await openInstance(ground, services, ends);
  if (ground.instance !== null) {
    const { dataDir } = config;
    const { pglite } = database;
    if (pglite) await removeUnfetched(dataDir);
    const ofOwner = pglite && {
      ...holdControls({ db, hold, announce }),
      ...dataControls({ db, cipher: secretCipher }),
      ...backupControls({ pglite, dataDir, part: "app" }),
      "/status": async () => ({
        status: await services.status.read(),
        rows: services.alerts.current,
      }),
    };
    const controls = { ...ofOwner, ...doctorControls(services) };
    ends.close(await openControl(controls, { dataDir, log }));
  }
  return {
    services,
    queue,
    drain: () => draining.abort(),
    close(graceMs = 6_000, drained = Promise.resolve()) {
      draining.abort();
      stopping.abort();
      return ends.run(graceMs, drained);
    },
  };
}

/** Streams and polls that phones and programs hold open. */
function openStreams(config: Config, { database, live, share }: Ground, ends: Ends) {
  const places = new Places(config.streamLimits, share);
  const sentMarks = new SentMarks(database.db);
  const inboxFeeds = new InboxFeeds({ database, live, places });
  const polls = new ResponsePolls({
    ...{ database, live },
    places: new Places(config.pollLimits, share),
  });
  for (const one of [sentMarks, inboxFeeds, polls]) ends.settle(() => one.idle());
  return { sentMarks, inboxFeeds, polls, feeds: openFeeds(database.db, live, places) };
}

interface NightlyParts {
  database: Database;
  gate: Gate;
  log: Log;
  announce: Announce;
  stopping: AbortSignal;
}

function openNightly(config: Config, parts: NightlyParts, ends: Ends): Nightly {
  const { database: { db }, gate, log, announce, stopping: signal } = parts;
  const works = nightlyWorks(config);
  const nightly = new Nightly({ db, gate, log, announce, signal, works, nextCompany });
  ends.settle(() => nightly.idle());
  return nightly;
}

function openGateway({ gateway: config }: Config, log: Log, ends: Ends) {
  if (!config) return null;
  const gateway = createGateway({
    ...config,
    onKeysError: (error) => log.warn("gateway_keys_failed", { error: error.message }),
  });
  ends.close(() => gateway.close());
  return gateway;
}

function oauthOf(
  { oauthClients: clients, publicUrl }: Config,
  { oauthEndpoints: endpoints = {} }: ServiceOptions,
): OAuth {
  return { clients, endpoints, publicUrl };
}
