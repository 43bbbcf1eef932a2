import type { Schema } from "@/lib/db/schema.ts";
import {
  hidden,
  kept,
  members,
  personal,
  plain,
  type TableColumns,
} from "@/lib/reports/privacy/column.ts";

const record = "id company_id created_at updated_at version deleted_at";
const authors = "created_by updated_by";
const subjects = "contact_id client_id opportunity_id quote_id sale_id task_id event_id";

/**
 * Every column of every table. Export and erasure are made of it, and
 * tests/reports/privacy/columns.test.ts compares it with the database, so that a new column fails
 * until somebody has said what it is.
 */
export const columns: Record<keyof Schema, TableColumns> = {
  ...ofPeople(),
  ...ofWork(),
  ...ofSales(),
  ...ofNotifications(),
  ...ofTheCompany(),
};

function ofPeople() {
  return {
    contacts: {
      ...plain(`${record} erased_at channel status converted_client_id converted_at is_spam held`),
      ...plain("spam_score last_message_at last_direction first_response_at next_action_at"),
      ...plain("merged_into_id"),
      ...members(`${authors} converted_by assignee_id`),
      ...personal("contact", "replaced", "name"),
      ...personal("contact", "null", "email phone organization subject message language"),
      ...personal("contact", "null", "channel_contact_id next_action_note source_url referrer utm"),
      ...personal("contact", "null", "consent_at consent_text_version consent_text_hash"),
      ...personal("contact", "null", "consent_source"),
      ...personal("contact", "default", "marketing_consent tags"),
      ...hidden("contact", "null", "email_norm phone_e164"),
    },
    contact_messages: {
      ...plain(`${record} contact_id direction channel sent_at`),
      ...members(`${authors} author_id`),
      ...personal("contact", "row", "body external_id meta"),
    },
    // Digests that name nobody, of which none is older than a day.
    form_posts: plain("company_id at network message"),
    clients: {
      ...plain(`${record} erased_at kind source_channel merged_into_id`),
      ...members(`${authors} assignee_id`),
      ...personal("client", "replaced", "name"),
      ...personal("client", "null", "legal_name tax_id email phone website address postal_code"),
      ...personal("client", "null", "city region country language payment_terms_days notes"),
      ...personal("client", "null", "source_contact_id"),
      ...personal("client", "default", "marketing_consent tags"),
      ...hidden("client", "null", "email_norm phone_e164"),
    },
    notes: {
      ...plain(`${record} pinned edited_at ${subjects}`),
      ...members(`${authors} author_id`),
      ...personal("client", "row", "body"),
    },
    activities: {
      ...plain(`id company_id at verb actor_kind timeline_client_id ${subjects} product_id txid`),
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
      ...plain("id company_id created_at noun undone_at"),
      ...members("created_by"),
      ...hidden("client", "entries", "records"),
    },
    search_words: {
      ...plain("company_id kind state record_id"),
      ...hidden("client", "derived", "word"),
    },
    record_counts: {
      ...plain("company_id kind status facet n folded"),
      ...members("assignee_id"),
    },
  };
}

function ofWork() {
  return {
    opportunities: {
      ...plain(`${record} client_id contact_id stage_id status amount amount_source probability`),
      ...plain("expected_close_date source_channel won_at lost_at reopened_at stage_changed_at"),
      ...plain("last_activity_at next_action_at position"),
      ...members(`${authors} assignee_id closed_by`),
      ...personal("client", "replaced", "title"),
      ...personal("client", "null", "lost_note next_action_note description"),
      ...personal("client", "default", "tags"),
      ...kept("client", "one of the company's own reasons, counted in reports", "lost_reason"),
    },
    opportunity_stage_log: {
      ...plain(`${record} opportunity_id from_stage_id to_stage_id entered_at left_at`),
      ...members(`${authors} user_id`),
    },
    tasks: {
      ...plain(`${record} status priority kind due_at due_all_day done_at client_id position`),
      ...plain("opportunity_id sale_id quote_line_id"),
      ...members(`${authors} done_by assignee_id`),
      ...personal("client", "replaced", "title"),
      ...personal("client", "null", "description"),
      ...personal("client", "default", "checklist"),
    },
    events: {
      ...plain(`${record} type starts_at ends_at all_day client_id opportunity_id contact_id`),
      ...plain("reminder_minutes"),
      ...members(`${authors} assignee_id`),
      ...personal("client", "replaced", "title"),
      ...personal("client", "null", "location url description"),
    },
    event_reminders: plain("company_id event_id starts_at minutes sent_at"),
    pipeline_stages: {
      ...plain("id company_id name order default_probability created_at updated_at version color"),
      ...plain("rot_days requirements"),
    },
    saved_views: {
      ...plain("id company_id created_at updated_at version list sort columns"),
      ...members(`${authors} owner_id name filters`),
    },
  };
}

function ofSales() {
  return {
    products: {
      ...plain(`${record} sku name description unit unit_price tax_rate cost category`),
      ...plain("lead_time_days active usage_count last_used_at"),
      ...members(authors),
    },
    document_counters: plain("company_id kind year last"),
    quotes: {
      ...plain(`${record} number number_key revision opportunity_id client_id status language`),
      ...plain("currency issue_date valid_until net_total tax_total gross_total tax_breakdown"),
      ...plain("sent_at approved_at approved_via rejected_at sold_at brand_snapshot"),
      ...members(authors),
      ...personal("client", "null", "title intro terms internal_note approved_by_name"),
      ...personal("client", "null", "rejection_reason"),
    },
    quote_lines: {
      ...plain("id company_id quote_id product_id position sku unit quantity unit_price"),
      ...plain("discount_percent tax_rate line_net"),
      ...personal("client", "replaced", "name"),
      ...personal("client", "null", "description"),
    },
    quote_revisions: {
      ...plain("id company_id quote_id revision net_total tax_total gross_total sent_at"),
      ...members("sent_by"),
      ...personal("client", "row", "snapshot"),
    },
    quote_shares: {
      ...plain("id company_id quote_id created_at expires_at revoked_at"),
      ...members("created_by"),
      ...personal("client", "row", "last_viewed_at views"),
      ...hidden("client", "row", "digest"),
    },
    sales: {
      ...plain(`${record} number number_key quote_id opportunity_id client_id status currency`),
      ...plain("net_total tax_total gross_total sold_at promised_date cancelled_at"),
      ...members(authors),
      ...personal("client", "null", "cancel_reason notes"),
    },
    blocked_records: {
      ...plain("id company_id created_at sale_id kept_until"),
      ...kept("client", "Código de Comercio, art. 30: until `kept_until`, blocked", "data"),
    },
    privacy_requests: {
      ...plain("id company_id created_at kind noun record_id records reason outcome"),
      ...members("created_by"),
    },
  };
}

/** Messages to those whom the company's own programs name: gone with their recipient. */
function ofNotifications() {
  return {
    notifications: {
      ...plain("id company_id key_id internal handler type priority ttl allow_reply to_list"),
      ...plain("seq txid"),
      ...plain("callback_url created_at expires_at"),
      ...members("created_by"),
      ...personal("recipient", "row", "title body sender url tag data actions ref"),
      ...hidden("recipient", "row", "idempotency_key fingerprint"),
    },
    notification_recipients: {
      ...plain("company_id notification_id internal status devices replaced_by seq changed_txid"),
      ...personal("recipient", "row", "user_id tag delivered_at read_at dismissed_at answered_at"),
    },
    devices: {
      ...plain("id company_id push_subscription_id created_at revoked_at paired_by_key"),
      ...members("member_id paired_by"),
      ...personal("recipient", "row", "user_id name last_seen_at"),
      ...hidden("recipient", "row", "digest"),
    },
    pairings: {
      ...plain("id company_id created_at expires_at paired_by_key"),
      ...members("member_id paired_by"),
      ...personal("recipient", "row", "user_id name"),
      ...hidden("recipient", "row", "digest"),
    },
    responses: {
      ...plain("id company_id notification_id key_id internal seq txid"),
      ...personal("recipient", "row", "user_id device_id action reply responded_at"),
    },
    callbacks: {
      ...plain("response_id company_id key_id url host status attempts schedule_start due_at"),
      ...plain("lease leased_until last_status last_outcome delivered_at created_at"),
      ...personal("recipient", "row", "body"),
    },
    callback_attempts: {
      ...plain("company_id response_id number started_at duration_ms outcome status"),
      ...personal("recipient", "row", "answer"),
    },
    push_subscriptions: {
      ...plain("id company_id host created_at"),
      ...personal("recipient", "row", "endpoint"),
      ...hidden("recipient", "row", "p256dh auth"),
    },
    push_jobs: {
      ...plain("id company_id notification_id subscription_id host attempts due_at ends_at"),
      ...plain("lease leased_until"),
      ...personal("recipient", "row", "user_id"),
    },
  };
}

/** The company's own, and its members'. A company may be one person who trades. */
function ofTheCompany() {
  const own = "what the company says of itself";
  return {
    companies: {
      ...plain("id color created_at updated_at version timezone country currency language"),
      ...plain("default_tax_rate quote_validity_days quote_prefix quote_terms public_origins"),
      ...plain("quotes_need_tax_id tax_label consent_text retention_months slug"),
      ...members("created_by"),
      ...kept("company", own, "name logo legal_name tax_id address phone email website"),
    },
    company_logos: {
      ...plain("company_id hash media_type"),
      ...kept("company", own, "bytes"),
    },
    users: {
      ...plain("id created_at"),
      ...members("email name language theme muted"),
    },
    user_companies: {
      ...plain("company_id user_id created_at disabled_at"),
      ...members("role first_seen_at last_seen_at muted"),
    },
    invitations: {
      ...plain("id company_id user_id created_at state answered_at"),
      ...members("email role invited_by"),
    },
    api_keys: {
      ...plain(
        "id company_id name hint digest scope created_at expires_at revoked_at last_used_at",
      ),
      ...members("created_by"),
    },
    installation: plain(
      "only_row xid_offset xid_seen cluster vapid_public_key vapid_private_key",
    ),
  };
}
