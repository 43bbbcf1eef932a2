import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { type AccountReader, findAccount, lockAccount } from "@/lib/channels/accounts/accounts.ts";
import { type EmailSettings, emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { keepCursors, leavePassword } from "@/lib/channels/accounts/other_sign_in.ts";
import { refreshField, writeSecret } from "@/lib/channels/accounts/secrets.ts";

/** @throws Problem validation_failed (`channel_id`): it is no live mailbox of the company */
export async function findMailbox(trx: Trx, { companyId }: Tenant, id: number): Promise<void> {
  const mailbox = await trx.selectFrom("channel_accounts").select("id")
    .where("company_id", "=", companyId).where("id", "=", id).where("kind", "=", "email")
    .where("deleted_at", "is", null).executeTakeFirst();
  if (!mailbox) throw problem("validation_failed", { fields: { channel_id: inputWords.notOurs } });
}

interface SignedIn {
  provider: "google" | "microsoft";
  address: string;
  servers: Pick<EmailSettings, "imap" | "smtp">;
  refreshToken: string;
}

/**
 * Signs a mailbox in with the provider again, or for the first time: its password is forgotten.
 * @throws Problem not_found: no mailbox; oauth_refused: the sign-in was of another address
 */
export async function signInAnew(
  trx: Trx,
  actor: Actor & AccountReader,
  id: number,
  { provider, address, servers, refreshToken }: SignedIn,
  cipher: SecretCipher,
) {
  const account = await lockAccount(trx, actor, id);
  if (account.kind !== "email") throw problem("not_found");
  if (comparedAddress(account.address ?? "") !== comparedAddress(address)) {
    throw problem("oauth_refused", { details: { said: address } });
  }
  const before = emailSettingsOf(account.settings);
  const settings: EmailSettings = {
    ...before,
    imap: { ...servers.imap, folder: before.imap.folder },
    smtp: servers.smtp,
    sign_in: provider,
  };
  await trx.updateTable("channel_accounts").set({
    settings: JSON.stringify(settings),
    ...(account.state === "failing"
      ? { state: "checking" as const, last_error: null, told_at: null }
      : {}),
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: actor.userId,
  }).where("company_id", "=", actor.companyId).where("id", "=", id).execute();
  await writeSecret(trx, actor, cipher, {
    accountId: id,
    field: refreshField,
    secret: refreshToken,
  });
  await leavePassword(trx, actor, id);
  await keepCursors(trx, actor, id, { before, after: settings });
  return await findAccount(trx, actor, id);
}
