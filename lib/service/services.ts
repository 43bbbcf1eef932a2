import type { Heartbeat } from "@/lib/alerts/heartbeat.ts";
import type { RequestCounts } from "@/lib/alerts/request_counts.ts";
import type { AlertWatch } from "@/lib/alerts/watch.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Gateway } from "@/lib/access/gateway/gateway.ts";
import type { CompanyGroups } from "@/lib/fairness/company_groups.ts";
import type { CompanyQueues } from "@/lib/fairness/company_queues.ts";
import type { Config } from "@/lib/service/config.ts";
import type { Database } from "@/lib/db/connection.ts";
import type { Replica } from "@/lib/db/replica.ts";
import type { OpenTransactions } from "@/lib/db/open_transactions.ts";
import type { Hold } from "@/lib/tools/hold.ts";
import type { MachineWatch } from "@/lib/status/machine_watch.ts";
import type { SchemaWatch } from "@/lib/service/schema_watch.ts";
import type { Log } from "@/lib/tools/log.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import type { OAuth } from "@/lib/channels/email/oauth/provider.ts";
import type { CatchUps } from "@/lib/channels/meta/catch_up/catch_ups.ts";
import type { FileFetches } from "@/lib/channels/meta/files/file_fetches.ts";
import type { Hooks } from "@/lib/channels/meta/hook/hooks.ts";
import type { MetaAccounts } from "@/lib/channels/meta/connect/meta_accounts.ts";
import type { Names } from "@/lib/channels/meta/people/names.ts";
import type { Splitting } from "@/lib/channels/meta/hook/splitting.ts";
import type { Intake } from "@/lib/channels/in/intake.ts";
import type { Mailboxes } from "@/lib/channels/in/mailboxes/mailboxes.ts";
import type { Reading } from "@/lib/channels/in/reading.ts";
import type { OutboxPool } from "@/lib/channels/out/outbox_pool.ts";
import type { FileLinks } from "@/lib/files/links.ts";
import type { FileStore } from "@/lib/files/file_store.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import type { CallbackPool } from "@/lib/notify/callbacks/callback_pool.ts";
import type { Live } from "@/lib/notify/streams/live.ts";
import type { DuePool } from "@/lib/notify/due/due_pool.ts";
import type { Fallbacks } from "@/lib/notify/due/fallbacks.ts";
import type { AnswerHandlers } from "@/lib/notify/answering/handlers.ts";
import type { ProxyProbes } from "@/lib/http/serving/proxy_probes.ts";
import type { Erasures } from "@/lib/privacy/erasures.ts";
import type { Push } from "@/lib/notify/push/push.ts";
import type { Nets } from "@/lib/outbound/addresses.ts";
import type { Lookups } from "@/lib/outbound/lookups.ts";
import type { ChangeFeeds } from "@/lib/changes/feeds.ts";
import type { ResponsePolls } from "@/lib/notify/answering/polls.ts";
import type { InboxFeeds } from "@/lib/notify/inbox/feeds.ts";
import type { SendQueue } from "@/lib/notify/sending/send_queue.ts";
import type { SentMarks } from "@/lib/notify/inbox/sent_marks.ts";
import type { Discoveries } from "@/lib/channels/email/discover.ts";
import type { Reader } from "@/lib/readers/reader.ts";
import type { ImportReader } from "@/lib/records/imports/import_reader.ts";
import type { ApprovedQuotes } from "@/lib/sales/approvals/approved_quotes.ts";
import type { PdfRenderer } from "@/lib/sales/document/pdf_renderer.ts";
import type { Instance } from "@/lib/status/instances.ts";
import type { StatusReader } from "@/lib/status/status.ts";
import type { JobLeases } from "@/lib/work/job_leases.ts";
import type { Nightly } from "@/lib/work/nightly.ts";
import type { AnonymousLimit } from "@/lib/fairness/anonymous_limit.ts";
import type { AttemptLimiter, RateLimiter } from "@/lib/fairness/rate_limits.ts";

/** Services that the process shares with every request: made in lib/service/open_services.ts. */
export interface Services {
  config: Config;
  log: Log;
  database: Database;
  /** Where lists, reports and exports are read. */
  replica: Replica;
  openTransactions: OpenTransactions;
  gateway: Gateway | null;
  live: Live;
  instance: Instance;
  status: StatusReader;
  /** Whether anything may leave or be fetched. */
  hold: Hold;
  schema: SchemaWatch;
  machine: MachineWatch;
  alerts: AlertWatch;
  heartbeat: Heartbeat | null;
  requestCounts: RequestCounts;
  feeds: ChangeFeeds;
  announce: Announce;
  sendQueue: SendQueue;
  polls: ResponsePolls;
  inboxFeeds: InboxFeeds;
  sentMarks: SentMarks;
  callbacks: CallbackPool;
  callbackAllow: Nets;
  names: Lookups;
  mailNetwork: MailNetwork;
  graphNetwork: GraphNetwork;
  discoveries: Discoveries;
  logins: MailLogins;
  oauth: OAuth;
  dueTimes: DuePool;
  nightly: Nightly;
  jobLeases: JobLeases;
  erasures: Erasures;
  fallbacks: Fallbacks;
  answerHandlers: AnswerHandlers;
  vapidPublicKey: string;
  push: Push | null;
  groups: CompanyGroups;
  queues: CompanyQueues;
  keyLimiter: RateLimiter;
  phoneLimiter: RateLimiter;
  companyLimiter: RateLimiter;
  memberLimiter: RateLimiter;
  newcomerLimiter: RateLimiter;
  pairingLimiter: AttemptLimiter;
  contactLimiter: AttemptLimiter | null;
  linkLimiter: RateLimiter;
  anonymousLimit: AnonymousLimit;
  /** Calls by which the operator sees what the proxy passes on. */
  proxyProbes: ProxyProbes;
  /** Null where no key for secrets is configured or stored: no channels then. */
  secretCipher: SecretCipher | null;
  /** Handlers of the CRM for messages and events of channels. */
  channelHandlers: ChannelHandlers;
  intake: Intake;
  /** Reads received events that are still unread. */
  reading: Reading;
  /** What Meta posts. */
  hooks: Hooks;
  hookSplitting: Splitting;
  metaAccounts: MetaAccounts;
  /** Asks Meta for names of people. */
  personNames: Names;
  /** Reads conversations again where hooks may have failed. */
  catchUps: CatchUps;
  mailboxes: Mailboxes;
  /** Messages to customers. */
  outbox: OutboxPool;
  /** Files of messages that are fetched from Meta. */
  fileFetches: FileFetches;
  files: FileStore;
  fileLinks: FileLinks | null;
  pdfRenderer: PdfRenderer;
  approvedQuotes: ApprovedQuotes;
  importReader: ImportReader;
  /** Reads mails that somebody waits for. */
  mailReader: Pick<Reader, "run">;
  /** Answers to /readyz: whether the queue takes messages. */
  queueReady(): Promise<boolean>;
  /** Aborted when the process is asked to stop: it is unready, long polls and streams end. */
  draining: AbortSignal;
  /** Aborted when it stops: what works by itself ends. */
  stopping: AbortSignal;
  /** Checks every answer against the endpoint's own schema (tests). */
  verifyAnswers: boolean;
}
