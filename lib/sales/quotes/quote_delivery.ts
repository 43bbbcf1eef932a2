import * as z from "zod";
import { sql } from "kysely";
import { toDelivery } from "@/lib/channels/out/deliveries.ts";
import type { Charged, OutboxRecipient } from "@/lib/db/tables/channels.ts";
import { deliveryRecord, type DeliveryState } from "@/lib/channels/out/delivery.ts";

/** Delivery of the newest message about a quotation that goes out by an account. */

export const quoteDelivery = deliveryRecord.omit({ error: true, recipients: true }).extend({
  message_id: z.int().meta({ description: "Id of the message; it says what went wrong." }),
  contact_id: z.int().meta({ description: "Id of the contact in whose conversation it is." }),
  written_at: z.iso.datetime().meta({ description: "Instant at which the mail was written." }),
}).meta({ id: "QuoteDelivery" });

interface Columns {
  message_id: number;
  contact_id: number;
  written_at: string;
  state: DeliveryState;
  state_at: string;
  attempts: number;
  due_at: string | null;
  recipients: OutboxRecipient[] | null;
  code: number | null;
  note: string | null;
  charged: Charged | null;
}

/** Columns of the quotation `t`'s delivery. */
export const deliveryColumns = sql<Columns | null>`(
  select json_build_object('message_id', m.id, 'contact_id', m.contact_id,
    'written_at', m.created_at, 'state', o.state, 'state_at', o.state_at,
    'attempts', o.attempts, 'due_at', o.due_at, 'recipients', o.recipients,
    'code', o.code, 'note', o.note, 'charged', o.charged)
  from contact_messages m
  join outbox o on o.company_id = m.company_id and o.message_id = m.id
  where m.company_id = t.company_id and m.quote_id = t.id and m.deleted_at is null
  order by m.id desc limit 1)`;

export function toQuoteDelivery(columns: Columns | null) {
  if (!columns) return null;
  const {
    message_id,
    contact_id,
    written_at,
    state,
    state_at,
    attempts,
    due_at,
    recipients,
    ...ofMeta
  } = columns;
  const { error: _error, recipients: _, ...delivery } = toDelivery({
    state,
    state_at: new Date(state_at),
    attempts,
    due_at: due_at === null ? null : new Date(due_at),
    error: null,
    recipients,
    ...ofMeta,
  }, "en")!;
  return { ...delivery, message_id, contact_id, written_at: new Date(written_at) };
}
