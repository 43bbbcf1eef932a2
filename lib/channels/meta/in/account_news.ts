import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { type EventOutcome, nothing } from "@/lib/channels/meta/in/outcome.ts";
import type { OtherEvent } from "@/lib/channels/meta/in/parsed.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** What Meta tells of an account and its templates. */

/** One that is not listed yet comes with the next refresh. */
export async function noteTemplate(
  trx: Trx,
  { company_id, id }: Account,
  { name, language, state }: Extract<OtherEvent, { type: "template" }>,
): Promise<EventOutcome> {
  await trx.updateTable("message_templates").set({ state })
    .where("company_id", "=", company_id).where("account_id", "=", id)
    .where("name", "=", name).where("language", "=", language).execute();
  return nothing;
}

/** Number, token and subscription are looked at anew: what it tells is words. */
export async function noteAccount(trx: Trx, { company_id, id }: Account): Promise<EventOutcome> {
  await trx.updateTable("channel_accounts").set({ checked_at: null })
    .where("company_id", "=", company_id).where("id", "=", id).execute();
  return nothing;
}
