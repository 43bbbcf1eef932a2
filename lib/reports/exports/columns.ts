import type { columnWords } from "@/lib/words/exports.ts";

/** The columns of each list's file: fields of the record as the API shows it. */
type Column = keyof typeof columnWords;

const record = ["id", "created_at"] as const;
const person = ["email", "phone"] as const;
const totals = ["currency", "net_total", "tax_total", "gross_total"] as const;

export const exportColumns = {
  contact: [
    ...record,
    ...["name", ...person, "organization", "subject", "channel", "status"] as const,
    ...["assignee", "converted_client", "converted_at"] as const,
    ...["next_action_at", "next_action_note", "last_message_at", "first_response_at"] as const,
    ...["language", "source_url", "marketing_consent", "tags"] as const,
  ],
  client: [
    ...record,
    ...["name", "kind", "legal_name", "tax_id", ...person, "website", "address"] as const,
    ...["postal_code", "city", "region", "country", "language", "payment_terms_days"] as const,
    ...["source_channel", "marketing_consent", "assignee", "tags", "notes"] as const,
  ],
  opportunity: [
    ...record,
    ...["title", "client", "contact", "stage", "status", "amount"] as const,
    ...["effective_probability", "expected_close_date", "assignee", "source_channel"] as const,
    ...["next_action_at", "next_action_note", "last_activity_at", "rotting_days"] as const,
    ...["won_at", "lost_at", "lost_reason", "lost_note", "tags", "description"] as const,
  ],
  quote: [
    ...record,
    ...["number", "revision", "status", "expired", "title", "client", "opportunity"] as const,
    ...["assignee", "issue_date", "valid_until", ...totals, "sent_at", "approved_at"] as const,
    ...["rejected_at", "sold_at", "sale"] as const,
  ],
  sale: [
    ...record,
    ...["number", "status", "client", "opportunity", "quote", "assignee", "sold_at"] as const,
    ...["promised_date", ...totals, "cancelled_at", "cancel_reason", "notes"] as const,
  ],
  product: [
    ...record,
    ...["name", "sku", "description", "category", "unit", "unit_price", "tax_rate"] as const,
    ...["cost", "lead_time_days", "active", "usage_count", "last_used_at"] as const,
  ],
  task: [
    ...record,
    ...["title", "status", "priority", "kind", "due_at", "due_all_day", "done_at"] as const,
    ...["done_by", "assignee", "client", "opportunity", "sale", "description"] as const,
  ],
} as const satisfies Record<string, readonly Column[]>;

/** The nouns whose lists are given as files. */
export type ExportedNoun = keyof typeof exportColumns;
