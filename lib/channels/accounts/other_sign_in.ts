import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { passwordField, refreshField } from "@/lib/channels/accounts/secrets.ts";

/** Forgets the mailbox's password. */
export async function leavePassword(trx: Trx, tenant: Tenant, accountId: number): Promise<void> {
  await forgetSecret(trx, tenant, accountId, passwordField);
}

/** Forgets the provider's permission. */
export async function leaveProvider(trx: Trx, tenant: Tenant, accountId: number): Promise<void> {
  await forgetSecret(trx, tenant, accountId, refreshField);
}

/** Names a mailbox by server and user (`mailboxes.source`), to which read positions belong. */
export function placeOf(settings: unknown): string {
  const { imap } = emailSettingsOf(settings);
  return `${imap.host} ${imap.user} `;
}

/** Keeps the read positions, also under another name of the server or the user. */
export async function keepCursors(
  trx: Trx,
  { companyId }: Tenant,
  accountId: number,
  { before, after }: { before: unknown; after: unknown },
): Promise<void> {
  const [from, to] = [placeOf(before), placeOf(after)];
  if (from === to) return;
  await sql`
    update mailboxes set source = ${to} || substr(source, ${from.length + 1}::int)
    where company_id = ${companyId} and account_id = ${accountId}
      and starts_with(source, ${from})`.execute(trx);
}

async function forgetSecret(trx: Trx, { companyId }: Tenant, accountId: number, field: string) {
  await trx.deleteFrom("channel_secrets").where("company_id", "=", companyId)
    .where("account_id", "=", accountId).where("field", "=", field).execute();
}
