import { sql } from "kysely";
import * as z from "zod";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import * as field from "@/lib/input/fields.ts";
import { problem } from "@/lib/input/errors.ts";
import { kinds } from "@/lib/channels/kinds.ts";
import { deliveryStates, movedBy, receiptStates } from "@/lib/channels/out/delivery.ts";

export const receiptBody = z.strictObject({
  status: z.enum(receiptStates).meta({
    description: "How far the message has come, as the program learnt.",
  }),
  error: field.optionalText(400).meta({ description: "Why it failed, as the program says it." }),
}).meta({ id: "MessageReceipt" });

export const receiptRecord = z.object({
  messageId: z.int().meta({ description: "Id of the message, unique in the company." }),
  status: z.enum(deliveryStates).meta({
    description: "Its state now: a receipt that comes late moves nothing back.",
  }),
}).meta({ id: "ReceivedReceipt" });

export const messageParams = z.object({
  messageId: z.string().regex(/^\d{1,10}$/).transform(Number).pipe(field.id)
    .meta({
      override: { type: "integer", minimum: 1 },
      description: "Id of the message, unique in the company.",
    }),
});

/** @returns its state, and whether the receipt moved it @throws Problem not_found (not sent by a program) */
export async function noteReceipt(
  trx: Trx,
  { companyId }: Tenant,
  messageId: number,
  { status, error }: z.output<typeof receiptBody>,
) {
  const row = await trx.selectFrom("outbox as o")
    .innerJoin(
      "channel_accounts as a",
      (on) => on.onRef("a.company_id", "=", "o.company_id").onRef("a.id", "=", "o.account_id"),
    )
    .select(["o.id", "o.state"])
    .where("o.company_id", "=", companyId).where("o.message_id", "=", messageId)
    .where("a.kind", "=", "program").forUpdate("o").executeTakeFirst();
  if (!row) throw problem("not_found");
  const isMoved = movedBy(status, kinds.program).includes(row.state);
  if (isMoved) {
    await trx.updateTable("outbox").set({
      state: status,
      state_at: sql<Date>`now()`,
      due_at: null,
      error: status === "failed" ? `reported ${error ?? ""}`.trim() : null,
    }).where("company_id", "=", companyId).where("id", "=", row.id).execute();
  }
  return { messageId, status: isMoved ? status : row.state, isMoved };
}
