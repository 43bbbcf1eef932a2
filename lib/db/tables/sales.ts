/** The tables of lib/sales; see schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultJson, Json } from "@/lib/db/json.ts";

export interface Products {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  sku: string | null;
  barcode: string | null;
  name: string;
  description: string | null;
  unit: string | null;
  unit_price: Generated<number>;
  tax_rate: number;
  cost: number | null;
  category: string | null;
  lead_time_days: number | null;
  active: Generated<boolean>;
  usage_count: Generated<number>;
  last_used_at: Date | null;
}

export interface DocumentCounters {
  company_id: number;
  kind: "quote" | "sale";
  year: number;
  last: number;
}

export interface Quotes {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  number: string;
  revision: Generated<number>;
  opportunity_id: number;
  client_id: number;
  status: Generated<"draft" | "sent" | "approved" | "sold" | "rejected">;
  title: string | null;
  intro: string | null;
  terms: string | null;
  internal_note: string | null;
  language: "es" | "en";
  currency: string;
  issue_date: string;
  valid_until: string;
  net_total: Generated<number>;
  tax_total: Generated<number>;
  gross_total: Generated<number>;
  tax_breakdown: DefaultJson<unknown>;
  sent_at: Date | null;
  approved_at: Date | null;
  approved_by_name: string | null;
  approved_via: "employee" | "link" | null;
  rejected_at: Date | null;
  rejection_reason: string | null;
  sold_at: Date | null;
  brand_snapshot: Json<unknown> | null;
  number_key: GeneratedAlways<string>;
  cost_total: Generated<number>;
  costed_net: Generated<number>;
  max_discount: Generated<number>;
}

export interface QuoteApprovals {
  company_id: number;
  quote_id: number;
  version: number;
  state: "asked" | "given" | "refused";
  asked_of: number;
  asked_by: number;
  asked_at: Date;
  decided_by: number | null;
  decided_at: Date | null;
  via: "phone" | "panel" | null;
  note: string | null;
  notification_id: string | null;
  message: Json<unknown> | null;
  due_at: Date | null;
}

export interface QuoteLines {
  id: GeneratedAlways<number>;
  company_id: number;
  quote_id: number;
  product_id: number | null;
  position: number;
  sku: string | null;
  name: string;
  description: string | null;
  unit: string | null;
  quantity: number;
  unit_price: number;
  discount_percent: Generated<number>;
  tax_rate: number;
  line_net: number;
  cost: number | null;
}

export interface QuoteRevisions {
  id: GeneratedAlways<number>;
  company_id: number;
  quote_id: number;
  revision: number;
  snapshot: Json<unknown>;
  net_total: number;
  tax_total: number;
  gross_total: number;
  sent_at: Date;
  sent_by: number | null;
}

export interface QuoteShares {
  id: GeneratedAlways<number>;
  company_id: number;
  quote_id: number;
  digest: Uint8Array;
  created_at: Generated<Date>;
  created_by: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_viewed_at: Date | null;
  views: Generated<number>;
  message_id: number | null;
}

export interface Sales {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  created_by: number | null;
  updated_by: number | null;
  version: Generated<number>;
  deleted_at: Date | null;
  number: string;
  quote_id: number;
  opportunity_id: number;
  client_id: number;
  status: Generated<"active" | "cancelled">;
  currency: string;
  net_total: number;
  tax_total: number;
  gross_total: number;
  sold_at: Date;
  promised_date: string | null;
  cancelled_at: Date | null;
  cancel_reason: string | null;
  notes: string | null;
  number_key: GeneratedAlways<string>;
}

export interface BlockedRecords {
  id: GeneratedAlways<number>;
  company_id: number;
  created_at: Generated<Date>;
  sale_id: number;
  kept_until: string;
  data: Json<unknown>;
}
