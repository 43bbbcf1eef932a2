import { clientFields } from "@/lib/crm/clients/fields.ts";
import { employeeFields } from "@/lib/crm/companies/employee_fields.ts";
import { companyFields } from "@/lib/crm/companies/fields.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { eventFields } from "@/lib/crm/events/fields.ts";
import { noteFields } from "@/lib/crm/notes/fields.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { stageFields } from "@/lib/crm/stages/fields.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import type { Schema } from "@/lib/db/schema.ts";
import {
  authors,
  hidden,
  members,
  personal,
  plain,
  record,
  retained,
  type TableColumns,
  tableColumns,
} from "@/lib/privacy/column.ts";
import { ofChannels, ofNotifications } from "@/lib/privacy/message_columns.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { quoteFields } from "@/lib/sales/quotes/fields.ts";
import { lineFields } from "@/lib/sales/quotes/line_fields.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";

const subjects = "contact_id client_id opportunity_id quote_id sale_id task_id event_id";

/** Every column of every table; a new one fails tests/privacy/columns.test.ts until described. */
export const columns: Record<keyof Schema, TableColumns> = {
  ...contactsAndClients(),
  ...ofWork(),
  ...ofSales(),
  ...ofNotifications(),
  ...ofChannels(),
  ...ofTheCompany(),
};

function contactsAndClients() {
  return {
    contacts: tableColumns(contactFields),
    contact_messages: {
      ...plain(`${record} contact_id quote_id direction channel via_id sent_at`),
      ...members(`${authors} author_id`),
      ...personal("contact", "row", "body external_id sender recipient meta"),
      ...plain("edited_at edit_number unsent_at template part"),
      ...personal("contact", "row", "subject html quoted mail content source reactions earlier"),
      ...hidden("contact", "row", "answers_key"),
    },
    // Digests that name nobody, of which none is older than a day.
    form_posts: plain("id company_id at network message"),
    conversation_reminders: {
      ...plain("company_id contact_id created_at"),
      ...members("user_id"),
      ...hidden("contact", "row", "due_at"),
    },
    phone_sends: {
      ...plain("company_id key sent_at contact_id message_id note_id"),
      ...members("user_id"),
      ...hidden("contact", "row", "digest"),
    },
    clients: tableColumns(clientFields),
    notes: tableColumns(noteFields),
    activities: {
      ...plain(`id company_id at verb actor_kind timeline_client_id ${subjects} product_id`),
      ...plain("channel_id txid"),
      ...members("actor_id"),
      ...personal("client", "default", "changes"),
    },
    merges: {
      ...plain("id company_id created_at client_id contact_id moved"),
      ...members("created_by"),
      ...personal("client", "row", "filled"),
    },
    identities: {
      ...plain("id company_id created_at contact_id client_id kind source merge_id"),
      ...personal("client", "row", "value"),
    },
    bulk_changes: {
      ...plain("id company_id created_at noun undone_at further"),
      ...members("created_by"),
      ...hidden("client", "entries", "records"),
    },
    imports: {
      ...plain(
        "id company_id created_at noun made changed same skipped wrong undone_at kept remarks",
      ),
      ...members("created_by undone_by file_name"),
    },
    import_records: {
      ...plain("id company_id import_id contact_id client_id product_id version"),
      ...personal("client", "row", "changes made remarks"),
    },
    import_columns: plain("company_id noun head fields updated_at"),
    search_words: {
      ...plain("company_id kind state record_id"),
      ...hidden("client", "derived", "word"),
    },
    record_counts: {
      ...plain("id company_id kind status facet n folded"),
      ...members("assignee_id"),
    },
    tag_counts: { ...plain("company_id noun n folded"), ...hidden("client", "derived", "tag") },
    uncounted_records: plain("company_id"),
    // Keys are ids, and reasons of losses that are kept (opportunities.lost_reason).
    figures: { ...plain("company_id span day figure key n amount"), ...members("assignee_id") },
    uncounted_figures: plain("company_id"),
  };
}

function ofWork() {
  return {
    opportunities: tableColumns(opportunityFields),
    opportunity_stage_log: {
      ...plain(`${record} opportunity_id from_stage_id to_stage_id entered_at left_at`),
      ...members(`${authors} user_id`),
    },
    tasks: tableColumns(taskFields),
    events: tableColumns(eventFields),
    event_series: {
      ...plain("id company_id version freq every by_weekday by_month_day week_start until count"),
      ...plain("first_day start_time time_zone all_day lasts_ms made_through"),
    },
    event_reminders: plain("company_id event_id starts_at minutes sent_at"),
    pipeline_stages: tableColumns(stageFields),
    saved_views: {
      ...plain("id company_id created_at updated_at version list sort columns"),
      ...members(`${authors} owner_id name filters`),
    },
  };
}

function ofSales() {
  return {
    products: tableColumns(productFields),
    document_counters: plain("company_id kind year last"),
    quotes: tableColumns(quoteFields),
    quote_lines: tableColumns(lineFields),
    quote_approvals: {
      ...plain("company_id quote_id version state asked_at decided_at via notification_id due_at"),
      ...members("asked_of asked_by decided_by"),
      ...hidden("client", "row", "note message"),
    },
    quote_revisions: {
      ...plain("id company_id quote_id revision net_total tax_total gross_total sent_at"),
      ...members("sent_by"),
      ...personal("client", "row", "snapshot"),
    },
    quote_shares: {
      ...plain("id company_id quote_id message_id created_at expires_at revoked_at"),
      ...members("created_by"),
      ...personal("client", "row", "last_viewed_at views"),
      ...hidden("client", "row", "digest"),
    },
    sales: tableColumns(saleFields),
    blocked_records: {
      ...plain("id company_id created_at sale_id kept_until"),
      ...retained("client", "Código de Comercio, art. 30: until `kept_until`, blocked", "data"),
    },
    privacy_requests: {
      ...plain("id company_id created_at kind noun record_id records reason outcome"),
      ...members("created_by"),
    },
    erasures: plain("id company_id created_at at contacts clients"),
  };
}

/** The company's own, and its members'. A company may be one person who trades. */
function ofTheCompany() {
  const own = "what the company says of itself";
  return {
    companies: tableColumns(companyFields),
    company_logos: {
      ...plain("company_id hash media_type"),
      ...retained("company", own, "bytes"),
    },
    users: {
      ...plain("id created_at"),
      ...members("email name language theme muted waiting_invitations"),
    },
    user_companies: tableColumns(employeeFields),
    invitations: {
      ...plain("id company_id user_id created_at state answered_at"),
      ...members("email role invited_by"),
    },
    entry_links: {
      ...plain("id company_id digest purpose created_at expires_at used_at withdrawn_at"),
      ...members("email created_by"),
    },
    credentials: plain("digest kind company_id"),
    api_keys: {
      ...plain(
        "id company_id name hint digest scope created_at expires_at revoked_at last_used_at",
      ),
      ...members("created_by"),
    },
    installation: plain(
      "only_row xid_offset xid_seen cluster vapid_public_key vapid_private_key " +
        "held_since held_reason place oldest",
    ),
    alerts: plain(
      "name subject class facts since began_at cleared_at ended_at mailed_at noticed_at",
    ),
    alert_looks: plain("only_row looked_at telling_until mailed noticed standbys standbys_at"),
    nightly_work: plain("work day company_id place worked_ms is_over"),
    processes: plain("id instance seen_at"),
    instances: plain("id version build started_at seen_at stuck"),
    job_ends: plain("name ended_at"),
    given_up_pushes: plain("id at n"),
    growth: plain("only_row read_at most_records tables companies"),
    job_leases: plain("name holder until"),
  };
}
