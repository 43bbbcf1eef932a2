import { type Selectable, sql } from "kysely";
import { alphabetical } from "@/lib/db/expressions.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { planOnce } from "@/lib/db/plan_once.ts";
import type { ChannelAccounts } from "@/lib/db/tables/channels.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { problem } from "@/lib/input/errors.ts";
import { type Actor, checkVersion, translated } from "@/lib/records/records.ts";
import type { Seen } from "@/lib/input/fields.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import type { AccountPatch } from "@/lib/channels/accounts/account.ts";
import type { Failure } from "@/lib/channels/accounts/failure.ts";
import { callbackUrlOf, kinds } from "@/lib/channels/kinds.ts";
import { failureWords, withDetail } from "@/lib/channels/accounts/words.ts";
import { changedSettings } from "@/lib/channels/accounts/change_settings.ts";
import { keepCursors, leaveProvider } from "@/lib/channels/accounts/other_sign_in.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { isMetaKind } from "@/lib/channels/meta/account_settings.ts";
import { writeRoutes } from "@/lib/channels/accounts/write_routes.ts";
import {
  accessTokenField,
  newSigningSecret,
  passwordField,
  requireCipher,
  signingField,
  writeSecret,
} from "@/lib/channels/accounts/secrets.ts";
import { shownAddress } from "@/lib/records/shown_address.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Limit of live accounts per company: far more than any company has. */
export const maxAccounts = 100;

export interface AccountReader extends Tenant {
  /** Language of the last error's sentence. */
  language: Language;
}

/** Live accounts, by name. */
export async function listAccounts(db: Db, reader: AccountReader) {
  const rows = await accountRows(db, reader)
    .orderBy(alphabetical(sql.ref("t.name"))).orderBy("t.id").limit(maxAccounts).execute();
  return rows.map((row) => toAccount(row, reader));
}

/** Live accounts that send, by name, without what waits in them. */
export async function listSending(db: Db, { companyId }: Tenant) {
  const rows = await db.selectFrom("channel_accounts as t")
    .select(["t.id", "t.name", "t.kind", "t.channel", "t.state", "t.settings"])
    .where("t.company_id", "=", companyId).where("t.deleted_at", "is", null)
    .orderBy(alphabetical(sql.ref("t.name"))).orderBy("t.id").limit(maxAccounts).execute();
  return rows.filter(canSend);
}

/** Live accounts that are failing, or were paused because of a mail loop. */
export async function listTroubled(db: Db, reader: AccountReader) {
  const query = accountRows(db, reader)
    .where((eb) => eb.or([eb("t.state", "=", "failing"), eb("t.paused_by", "=", "loop")]))
    .orderBy(alphabetical(sql.ref("t.name"))).orderBy("t.id").limit(maxAccounts);
  const { rows } = await planOnce("troubled_accounts", query).execute(db);
  return rows.map((row) => toAccount(row, reader));
}

/** @throws Problem not_found */
export async function findAccount(db: Db, reader: AccountReader, id: number) {
  const row = await accountRows(db, reader).where("t.id", "=", id).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toAccount(row, reader);
}

/** @throws Problem not_found, version_conflict, duplicate, validation_failed, secrets_missing */
export async function changeAccount(
  trx: Trx,
  actor: Actor & AccountReader,
  id: number,
  { version, settings, secrets, ...fields }: AccountPatch,
  cipher: SecretCipher | null,
) {
  const before = await lockAccount(trx, actor, id);
  checkVersion(before, version, await findAccount(trx, actor, id));
  const changed = changedSettings(before, { settings, secrets, address: fields.address });
  const isMailOrMeta = before.kind === "email" || isMetaKind(before.kind);
  await translated(() =>
    trx.updateTable("channel_accounts").set({
      ...fields,
      ...(before.kind === "email" && fields.address
        ? { address: comparedAddress(fields.address) }
        : {}),
      ...(settings ? { settings: JSON.stringify(changed) } : {}),
      // Another password or server may fix it.
      ...(isMailOrMeta && (settings || secrets) && before.state === "failing"
        ? { state: "checking" as const, last_error: null, told_at: null }
        : {}),
      ...(secrets?.access_token ? newToken : {}),
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: actor.userId,
    }).where("company_id", "=", actor.companyId).where("id", "=", id).execute()
  );
  if (secrets) await writeSecret(trx, actor, requireCipher(cipher), secretIn(id, secrets));
  if (isMetaKind(before.kind) && changed.meta_app_id !== before.settings.meta_app_id) {
    await writeRoutes(trx, actor, { id, kind: before.kind, settings: changed });
  }
  if (emailSettingsOf(before.settings).sign_in !== emailSettingsOf(changed).sign_in) {
    await leaveProvider(trx, actor, id);
    await keepCursors(trx, actor, id, { before: before.settings, after: changed });
  }
  return await findAccount(trx, actor, id);
}

/** Columns of an account whose token was just stored: it is looked at soon. */
export const newToken = {
  token_at: sql<Date>`now()`,
  token_ends_at: null,
  token_notice_days: null,
  check_due_at: sql<Date>`now() + interval '1 minute'`,
};

function secretIn(accountId: number, secrets: NonNullable<AccountPatch["secrets"]>) {
  const { password, access_token: token } = secrets;
  return token === undefined
    ? { accountId, field: passwordField, secret: password! }
    : { accountId, field: accessTokenField, secret: token };
}

/** Replaces the signing secret; the old one stops signing at once. @throws Problem not_found */
export async function renewSecret(
  trx: Trx,
  actor: Actor & AccountReader,
  id: number,
  cipher: SecretCipher | null,
) {
  const usable = requireCipher(cipher);
  if ((await lockAccount(trx, actor, id)).kind !== "program") throw problem("not_found");
  const secret = newSigningSecret();
  await writeSecret(trx, actor, usable, { accountId: id, field: signingField, secret });
  return { ...await findAccount(trx, actor, id), secret };
}

/**
 * Its messages stay; its secrets do not. @returns the record @throws Problem not_found,
 * version_conflict
 */
export async function deleteAccount(
  trx: Trx,
  actor: Actor & AccountReader,
  id: number,
  { version }: Seen = {},
) {
  const before = await lockAccount(trx, actor, id);
  const record = await findAccount(trx, actor, id);
  checkVersion({ version: before.version }, version, record);
  await trx.updateTable("channel_accounts").set({
    deleted_at: sql`now()`,
    version: sql`version + 1`,
    updated_at: sql`now()`,
    updated_by: actor.userId,
  }).where("company_id", "=", actor.companyId).where("id", "=", id).execute();
  // An id at Meta is free for another account.
  for (const table of ["channel_secrets", "meta_routes", "message_templates"] as const) {
    await trx.deleteFrom(table).where("company_id", "=", actor.companyId)
      .where("account_id", "=", id).execute();
  }
  return record;
}

export type Account = Selectable<ChannelAccounts>;

/** Finds a live account and locks it against changes. @throws Problem not_found */
export async function lockAccount(trx: Trx, { companyId }: Tenant, id: number): Promise<Account> {
  const row = await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
    .forNoKeyUpdate().executeTakeFirst();
  if (!row) throw problem("not_found");
  return row;
}

/** Finds a live account and locks it FOR SHARE. */
export async function holdAccount(
  trx: Trx,
  { companyId }: Tenant,
  id: number,
): Promise<Account | undefined> {
  return await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
    .forShare().executeTakeFirst();
}

/** Reports whether the account can send messages. */
export function canSend({ kind, settings }: Pick<Account, "kind" | "settings">): boolean {
  return kinds[kind].queueOf(settings) !== null;
}

/** Progress of a mailbox's import; a folder being imported has no cursor yet (`uid_validity` 0). */
const importing = sql<{ done: number; total: number } | null>`(
  select json_build_object('done', sum(m.import_done), 'total', sum(m.import_total))
  from mailboxes m where m.company_id = t.company_id and m.account_id = t.id
  having bool_or(m.uid_validity = 0) and sum(m.import_total) > 0)`.as("importing");

/** Null until it was looked into. */
const looked = sql<{ at: string; sent: boolean } | null>`(
  select json_build_object('at', max(m.read_at), 'sent', bool_or(m.role = 'sent'))
  from mailboxes m where m.company_id = t.company_id and m.account_id = t.id
  having count(*) > 0)`.as("looked");

function accountRows(db: Db, { companyId }: Tenant) {
  const events = (state: "waiting" | "problem", order = sql``) =>
    sql<number>`(select count(*) from (
      select from channel_events e where e.company_id = t.company_id and e.account_id = t.id
        and e.state = ${sql.lit(state)} ${order} limit 1000) e)`;
  // Without it Postgres may look for them among those of all companies.
  const asRead = sql`order by e.lane, e.id`;
  return db.selectFrom("channel_accounts as t").selectAll("t")
    .select([events("waiting", asRead).as("waiting"), events("problem").as("problems")])
    .select([importing, looked])
    .where("t.company_id", "=", companyId).where("t.deleted_at", "is", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof accountRows>["execute"]>>[number];

function toAccount(row: Row, { language }: AccountReader) {
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    kind: row.kind,
    channel: row.channel,
    name: row.name,
    address: row.address && shownAddress(row.address),
    state: row.state,
    paused_by: row.paused_by,
    last_error: row.last_error && sayFailure(row.last_error)[language],
    failing_since: row.last_error && new Date(row.last_error.since ?? row.last_error.at),
    last_received_at: row.last_received_at,
    last_sent_at: row.last_sent_at,
    quality: row.quality,
    token_ends_at: row.token_ends_at,
    subscribed_at: row.subscribed_at,
    can_send: canSend(row),
    waiting: row.waiting,
    problems: row.problems,
    import: row.importing,
    reads: row.kind === "email" ? readsOf(row) : null,
    settings: settingsOf[row.kind](row.settings),
  };
}

const asStored = (settings: Settings) => settings;

/** As the API has them. */
const settingsOf: Record<Account["kind"], (settings: Settings) => Settings> = {
  email: (settings) => ({ ...emailSettingsOf(settings) }),
  program: (settings) => ({ callback_url: callbackUrlOf({ settings }) }),
  whatsapp: asStored,
  facebook: asStored,
  instagram: asStored,
};

type Settings = Account["settings"];

function readsOf({ settings, created_at, looked }: Row) {
  const { imap, import_since: importSince } = emailSettingsOf(settings);
  return {
    folder: imap.folder,
    sent: looked?.sent ?? false,
    since: importSince ? new Date(importSince) : created_at,
    looked_at: looked && new Date(looked.at),
  };
}

/** Sentence for a failure, also as `last_error` stores it, with the server's own words. */
export function sayFailure(
  { outcome, status, said, detail = said }: Failure & { said?: string },
): Text {
  if (outcome === "status") return failureWords.status(status ?? 0);
  if (outcome === "no_smtputf8") return failureWords.no_smtputf8(detail ?? "é");
  const key = Object.hasOwn(failureWords, outcome) ? outcome : "connect";
  const words = failureWords[key as Exclude<keyof typeof failureWords, "status" | "no_smtputf8">];
  return detail ? withDetail(words, detail) : words;
}
