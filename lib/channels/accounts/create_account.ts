import { sql } from "kysely";
import { limitReached, takeLock } from "@/lib/access/bounds.ts";
import type { AccountCreate } from "@/lib/channels/accounts/account.ts";
import {
  type Account,
  type AccountReader,
  findAccount,
  maxAccounts,
  newToken,
} from "@/lib/channels/accounts/accounts.ts";
import {
  accessTokenField,
  newSigningSecret,
  passwordField,
  requireCipher,
  signingField,
  writeSecret,
} from "@/lib/channels/accounts/secrets.ts";
import { isMetaKind, placeholderName } from "@/lib/channels/meta/account_settings.ts";
import { writeRoutes } from "@/lib/channels/accounts/write_routes.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { type Actor, translated } from "@/lib/records/records.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

/** @throws Problem secrets_missing, duplicate, limit_reached, validation_failed (`meta_app_id`) */
export async function createAccount(
  trx: Trx,
  actor: Actor & AccountReader,
  body: AccountCreate,
  cipher: SecretCipher | null,
) {
  const account = newAccountOf(body);
  const record = await insertAccount(trx, actor, account, cipher);
  return { ...record, secret: body.kind === "program" ? account.secret.secret : null };
}

interface NewAccount extends Pick<Account, "kind" | "channel" | "name" | "address"> {
  settings: Record<string, unknown>;
  secret: { field: string; secret: string };
}

function newAccountOf(body: AccountCreate): NewAccount {
  const { kind } = body;
  if (kind === "program") {
    const { channel, name, address = null, settings } = body;
    const secret = { field: signingField, secret: newSigningSecret() };
    return { kind, channel, name, address, settings, secret };
  }
  if (kind === "email") {
    const { name, address, settings, secrets: { password } } = body;
    const secret = { field: passwordField, secret: password };
    return { kind, channel: "other", name, address, settings: { ...settings }, secret };
  }
  const { settings, name = placeholderName(kind, settings), secrets: { access_token } } = body;
  const secret = { field: accessTokenField, secret: access_token };
  return { kind, channel: kind, name, address: null, settings, secret };
}

/**
 * Adds an account with its secret. @throws Problem secrets_missing, duplicate, limit_reached,
 * validation_failed (`settings.meta_app_id`)
 */
export async function insertAccount(
  trx: Trx,
  actor: Actor & AccountReader,
  { kind, channel, name, address, settings, secret }: NewAccount,
  cipher: SecretCipher | null,
) {
  const usable = requireCipher(cipher);
  await takeLock(trx, `channels of ${actor.companyId}`);
  const { count } = await trx.selectFrom("channel_accounts")
    .select(sql<number>`count(*)`.as("count")).where("company_id", "=", actor.companyId)
    .where("deleted_at", "is", null).executeTakeFirstOrThrow();
  if (count >= maxAccounts) throw limitReached("channels", "company", maxAccounts);
  const { id } = await translated(() =>
    trx.insertInto("channel_accounts").values({
      kind,
      channel,
      name,
      address,
      settings: JSON.stringify(settings),
      ...(isMetaKind(kind) ? newToken : {}),
      company_id: actor.companyId,
      created_by: actor.userId,
      updated_by: actor.userId,
    }).returning("id").executeTakeFirstOrThrow()
  );
  if (isMetaKind(kind)) await writeRoutes(trx, actor, { id, kind, settings });
  await writeSecret(trx, actor, usable, { accountId: id, ...secret });
  return await findAccount(trx, actor, id);
}
