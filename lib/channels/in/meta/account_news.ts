import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { checkSoon } from "@/lib/channels/accounts/check_soon.ts";
import { type EventOutcome, nothing } from "@/lib/channels/in/meta/outcome.ts";
import type { OtherEvent } from "@/lib/channels/in/meta/parsed.ts";
import { noteTemplate as noteState } from "@/lib/channels/meta/templates/templates.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** One that is not listed yet comes with the look that follows. */
export async function noteTemplate(
  trx: Trx,
  account: Account,
  event: Extract<OtherEvent, { type: "template" }>,
): Promise<EventOutcome> {
  await noteState(trx, account, event);
  return nothing;
}

/** Number, token and subscription are looked at anew: what it tells is words. */
export async function noteAccount(trx: Trx, { company_id, id }: Account): Promise<EventOutcome> {
  await checkSoon(trx, { companyId: company_id }, id);
  return nothing;
}
