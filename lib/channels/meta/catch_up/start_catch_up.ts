import * as z from "zod";
import type { CatchUps } from "@/lib/channels/meta/catch_up/catch_ups.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import * as field from "@/lib/input/fields.ts";

export const catchUpRecord = z.object({
  id: field.id.meta({ description: "Id of the channel account." }),
  caught_up_at: z.iso.datetime().nullable().meta({
    description: "When conversations were read last, up to then; null where they never were.",
  }),
}).meta({ id: "ChannelCatchUp" });

/** @throws Problem not_found, invalid_transition where the account's kind has no conversations to read */
export async function startCatchUp(
  db: Db,
  { companyId }: Tenant,
  id: number,
  catchUps: CatchUps,
) {
  const account = await db.selectFrom("channel_accounts")
    .select(["id", "kind", "state", "caught_up_at"])
    .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!account) throw problem("not_found");
  const { kind, state, caught_up_at } = account;
  const isRead = kind === "facebook" || kind === "instagram";
  if (!isRead || state === "paused") {
    throw problem("invalid_transition", { details: { allowed: [] } });
  }
  catchUps.start({ companyId, accountId: id });
  return { id, caught_up_at };
}
