import type { Generated, GeneratedAlways } from "kysely";
import type * as access from "@/lib/db/tables/access.ts";
import type * as calendar from "@/lib/db/tables/calendar.ts";
import type * as channels from "@/lib/db/tables/channels.ts";
import type * as crm from "@/lib/db/tables/crm.ts";
import type { DefaultJson, Json } from "@/lib/db/json.ts";
import type { OpeningHours } from "@/lib/values/opening_hours.ts";
import type * as files from "@/lib/db/tables/files.ts";
import type * as installation from "@/lib/db/tables/installation.ts";
import type * as messages from "@/lib/db/tables/messages.ts";
import type * as meta from "@/lib/db/tables/meta.ts";
import type * as notify from "@/lib/db/tables/notify.ts";
import type * as privacy from "@/lib/db/tables/privacy.ts";
import type * as records from "@/lib/db/tables/records.ts";
import type * as sales from "@/lib/db/tables/sales.ts";

/** Tables and columns, compared with the migrated database by tests/db/schema.test.ts. */
export interface Schema {
  installation: installation.Installation;
  alerts: installation.Alerts;
  alert_looks: installation.AlertLooks;
  nightly_work: NightlyWork;
  processes: Processes;
  instances: installation.Instances;
  job_ends: installation.JobEnds;
  job_leases: installation.JobLeases;
  growth: installation.Growth;
  companies: Companies;
  users: access.Users;
  user_companies: access.UserCompanies;
  invitations: access.Invitations;
  entry_links: access.EntryLinks;
  credentials: access.Credentials;
  pipeline_stages: PipelineStages;
  api_keys: ApiKeys;
  notifications: Notifications;
  notification_recipients: notify.NotificationRecipients;
  recipient_counts: notify.RecipientCounts;
  notification_counts: notify.NotificationCounts;
  idempotency_keys: notify.IdempotencyKeys;
  devices: access.Devices;
  pairings: access.Pairings;
  responses: Responses;
  callbacks: notify.Callbacks;
  callback_attempts: notify.CallbackAttempts;
  push_subscriptions: notify.PushSubscriptions;
  push_jobs: notify.PushJobs;
  given_up_pushes: notify.GivenUpPushes;
  due_times: notify.DueTimes;
  fallback_strangers: notify.FallbackStrangers;
  attention: notify.Attention;
  answer_links: notify.AnswerLinks;
  channel_accounts: channels.ChannelAccounts;
  channel_secrets: channels.ChannelSecrets;
  channel_events: channels.ChannelEvents;
  mailboxes: channels.Mailboxes;
  mail_ids: channels.MailIds;
  mail_senders: channels.MailSenders;
  erased_mail: channels.ErasedMail;
  erased_mail_salts: channels.ErasedMailSalts;
  refused_addresses: channels.RefusedAddresses;
  outbox: channels.Outbox;
  outbox_attempts: channels.OutboxAttempts;
  files: files.Files;
  file_chunks: files.FileChunks;
  reply_templates: channels.ReplyTemplates;
  meta_apps: meta.MetaApps;
  meta_app_secrets: meta.MetaAppSecrets;
  meta_app_shares: meta.MetaAppShares;
  meta_routes: meta.MetaRoutes;
  meta_hooks: meta.MetaHooks;
  meta_problems: meta.MetaProblems;
  meta_problem_events: meta.MetaProblemEvents;
  account_people: meta.AccountPeople;
  file_fetches: meta.FileFetches;
  message_templates: meta.MessageTemplates;
  company_logos: crm.CompanyLogos;
  contacts: crm.Contacts;
  contact_messages: messages.ContactMessages;
  form_posts: crm.FormPosts;
  conversation_reminders: crm.ConversationReminders;
  phone_sends: crm.PhoneSends;
  clients: crm.Clients;
  opportunities: crm.Opportunities;
  opportunity_stage_log: crm.OpportunityStageLog;
  tasks: crm.Tasks;
  events: calendar.Events;
  event_series: calendar.EventSeries;
  event_reminders: calendar.EventReminders;
  notes: crm.Notes;
  merges: records.Merges;
  identities: records.Identities;
  bulk_changes: BulkChanges;
  imports: records.Imports;
  import_records: records.ImportRecords;
  import_columns: records.ImportColumns;
  saved_views: SavedViews;
  activities: crm.Activities;
  search_words: records.SearchWords;
  record_counts: records.RecordCounts;
  tag_counts: records.TagCounts;
  uncounted_records: records.UncountedRecords;
  figures: records.Figures;
  uncounted_figures: records.UncountedFigures;
  products: sales.Products;
  document_counters: sales.DocumentCounters;
  quotes: sales.Quotes;
  quote_approvals: sales.QuoteApprovals;
  quote_lines: sales.QuoteLines;
  quote_revisions: sales.QuoteRevisions;
  quote_shares: sales.QuoteShares;
  sales: sales.Sales;
  privacy_requests: privacy.PrivacyRequests;
  erasures: privacy.Erasures;
  blocked_records: sales.BlockedRecords;
}

interface BulkChanges {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  created_by: number;
  noun: "contact" | "client" | "opportunity" | "quote" | "task" | "event" | "product";
  records: Json<{
    id: number;
    version: number;
    was: Record<string, unknown>;
    now?: Record<string, unknown>;
  }[]>;
  undone_at: Date | null;
  further: Json<unknown> | null;
}

interface SavedViews {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  list: "contacts" | "clients" | "opportunities" | "quotes" | "sales" | "tasks" | "products";
  name: string;
  owner_id: number | null;
  filters: DefaultJson<Record<string, string>>;
  sort: string | null;
  columns: string[] | null;
}

interface ApprovalRules {
  discount_above: number | null;
  margin_below: number | null;
  amount_above: number | null;
  approver_id: number | null;
}

interface NightlyWork {
  work: string;
  day: string;
  company_id: number;
  place: string | null;
  worked_ms: number;
  is_over: boolean;
}

interface Processes {
  id: string;
  instance: string;
  seen_at: Generated<Date>;
}

interface Companies {
  id: Generated<number>;
  name: string;
  slug: string;
  color: Generated<string>;
  logo: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  timezone: Generated<string>;
  country: Generated<string>;
  currency: Generated<string>;
  language: Generated<"es" | "en">;
  legal_name: string | null;
  tax_id: string | null;
  address: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  default_tax_rate: Generated<number>;
  quote_validity_days: Generated<number>;
  quote_prefix: Generated<string>;
  quote_terms: string | null;
  public_origins: Generated<string[]>;
  tax_label: "IVA" | "IGIC" | "IPSI" | "VAT" | null;
  consent_text: string | null;
  created_by: number | null;
  retention_months: number | null;
  quotes_need_tax_id: Generated<boolean>;
  approval: DefaultJson<ApprovalRules>;
  opening_hours: Json<OpeningHours> | null;
  closed_days: Generated<string[]>;
  unanswered_minutes: number | null;
  answers_unplanned: Generated<boolean>;
}

interface PipelineStages {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  order: number;
  default_probability: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  color: string | null;
  rot_days: Generated<number>;
  requirements: string | null;
}

interface ApiKeys {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  hint: string;
  digest: Uint8Array;
  created_by: number | null;
  created_at: Generated<Date>;
  revoked_at: Date | null;
  last_used_at: Date | null;
  expires_at: Date | null;
  scope: Generated<"all" | "send" | "read" | "channel">;
}

interface Notifications {
  id: string;
  company_id: number;
  key_id: number | null;
  created_by: number | null;
  internal: Generated<boolean>;
  handler: string | null;
  ref: Json<unknown> | null;
  title: string;
  body: string;
  type: "info" | "success" | "warning" | "error";
  priority: "low" | "normal" | "high";
  sender: string | null;
  url: string | null;
  tag: string | null;
  ttl: number | null;
  txid: Generated<number>;
  seq: GeneratedAlways<number>;
  /** Read as text (`dataText`): parsed, its numbers could change. */
  data: Json<Record<string, unknown>> | null;
  actions: Json<{ id: string; label: string }[]>;
  allow_reply: Generated<boolean>;
  callback_url: string | null;
  idempotency_key: string | null;
  fingerprint: Uint8Array | null;
  created_at: Date;
  expires_at: Date | null;
  to_list: Generated<boolean>;
  asks: Json<notify.Asks> | null;
}

export type { StoredStatus } from "@/lib/db/tables/notify.ts";

interface Responses {
  id: string;
  company_id: number;
  notification_id: string;
  key_id: number | null;
  user_id: string;
  device_id: string | null;
  internal: Generated<boolean>;
  action: Json<{ id: string; label: string }> | null;
  reply: string | null;
  responded_at: Date;
  seq: GeneratedAlways<number>;
  txid: Generated<number>;
}
