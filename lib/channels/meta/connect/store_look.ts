import { sql } from "kysely";
import { noteCalls } from "@/lib/channels/accounts/account_state.ts";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { accessTokenField } from "@/lib/channels/accounts/secrets.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { placeholderName } from "@/lib/channels/meta/account_settings.ts";
import { isOfAccount, type Look } from "@/lib/channels/meta/connect/look.ts";
import type { MetaAccount } from "@/lib/channels/meta/connect/meta_account.ts";
import { addRoute } from "@/lib/channels/accounts/write_routes.ts";
import { storeTemplates } from "@/lib/channels/meta/templates/templates.ts";
import { releaseHeld } from "@/lib/channels/out/leases.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { currentMs, currentTime } from "@/lib/tools/clock.ts";

/** Stores what a look at an account told: state, name, token, second id, templates. */

interface Storing {
  cipher: SecretCipher;
  handlers: ChannelHandlers;
  /** A person waits for the outcome, and is not told of it besides. */
  isAsked: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const usualMs = 6 * hourMs;

/**
 * Stores nothing where token or app were changed meanwhile: those are looked at anew.
 * @returns whether hooks may have missed something until now
 */
export async function storeLook(
  trx: Trx,
  account: MetaAccount,
  look: Look,
  { cipher, handlers, isAsked }: Storing,
): Promise<boolean> {
  const { companyId, id, app } = account;
  const before = await lockUnchanged(trx, account);
  if (!before) return false;
  const { learnt, failure } = look;
  if (learnt.token !== undefined) await keepToken(trx, account, cipher, learnt.token);
  if (learnt.templates) await storeTemplates(trx, { companyId }, id, learnt.templates);
  const secondId = learnt.appScopedId;
  const isNew = secondId !== undefined && secondId !== before.settings.app_scoped_id;
  const hasSecond = isNew && app !== null &&
    await addRoute(trx, { companyId }, id, { app, object: "instagram", externalId: secondId });
  const isKnown = failure === null || isOfAccount(failure);
  await trx.updateTable("channel_accounts").set({
    ...(await isFree(trx, before, learnt.address) ? { address: learnt.address } : {}),
    ...(before.name === placeholderName(account.kind, before.settings) && learnt.name
      ? { name: learnt.name }
      : {}),
    ...(learnt.quality === undefined ? {} : { quality: learnt.quality }),
    ...(learnt.tokenEndsAt === undefined ? {} : { token_ends_at: learnt.tokenEndsAt }),
    ...(learnt.isSubscribed ? { subscribed_at: sql<Date>`now()` } : {}),
    ...(hasSecond
      ? { settings: JSON.stringify({ ...before.settings, app_scoped_id: secondId }) }
      : {}),
    ...(isKnown ? { checked_at: sql<Date>`now()` } : {}),
    check_due_at: sql<Date>`now() + ${delayMs(before, look)} * interval '1 millisecond'`,
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
  const isStored = failure === null ? isAsked || mayClear(before) : isAsked || isKnown;
  if (isStored) await noteCalls(trx, [{ accountId: id, failure, sent: false }]);
  const works = failure === null && isStored;
  if (works) {
    for (const due of await releaseHeld(trx, [{ accountId: id }])) {
      trx.afterCommit({ kind: "message_due", ...due, delayMs: 0 });
    }
  }
  if (failure && isStored) await tellOnce(trx, before, { handlers, isAsked });
  const wasLost = learnt.wasLost === true && before.subscribed_at !== null;
  if (wasLost) await handlers.tellOfSubscription(trx, before);
  await tellOfEnd(trx, before, handlers);
  // Another token makes a failing one `checking`, as a new one is.
  const wasDown = before.state === "failing" || before.state === "checking";
  return wasLost || works && wasDown && before.checked_at !== null;
}

async function lockUnchanged(trx: Trx, account: MetaAccount): Promise<Account | undefined> {
  const { companyId, id, sealed, settings } = account;
  const row = await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).where("deleted_at", "is", null)
    .forNoKeyUpdate().executeTakeFirst();
  const secret = await trx.selectFrom("channel_secrets").select("sealed")
    .where("company_id", "=", companyId).where("account_id", "=", id)
    .where("field", "=", accessTokenField).executeTakeFirst();
  const isSame = row?.settings.meta_app_id === settings.meta_app_id &&
    hexOf(secret?.sealed) === hexOf(sealed);
  return isSame ? row : undefined;
}

/** Keeps a token in place of the one that was read, unless another one was stored meanwhile. */
export async function keepToken(
  trx: Trx,
  { companyId, id, sealed: before }: MetaAccount,
  cipher: SecretCipher,
  token: string,
): Promise<boolean> {
  const place = { companyId, accountId: id, field: accessTokenField };
  const { keyName, sealed } = cipher.seal(token, place);
  const { numUpdatedRows } = await trx.updateTable("channel_secrets")
    .set({ key_name: keyName, sealed })
    .where("company_id", "=", companyId).where("account_id", "=", id)
    .where("field", "=", accessTokenField).where("sealed", "=", before!).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function hexOf(bytes: Uint8Array | null | undefined): string {
  return bytes ? new Uint8Array(bytes).toHex() : "";
}

/** An address is one account's of its kind; a second one beneath another app goes without. */
async function isFree(trx: Trx, account: Account, address: string | undefined): Promise<boolean> {
  if (address === undefined) return false;
  const other = await trx.selectFrom("channel_accounts").select("id")
    .where("company_id", "=", account.company_id).where("kind", "=", account.kind)
    .where("id", "<>", account.id).where("deleted_at", "is", null)
    .where((eb) => eb(eb.fn("lower", ["address"]), "=", address.toLowerCase()))
    .executeTakeFirst();
  return other === undefined;
}

/** Outcomes of calls that a look makes as well. */
const lookedAt = ["secret", "dns", "connect", "tls", "timeout", "refused_address"];

/** What a look cannot try, such as an unpaid bill, only a message that leaves clears. */
function mayClear({ state, last_error: error }: Account): boolean {
  if (state !== "failing" || error === null) return true;
  return error.outcome.startsWith("meta_") || lookedAt.includes(error.outcome);
}

/** Six hours and a bit, so that accounts spread; sooner the younger a trouble is. */
function delayMs(before: Account, { failure }: Look): number {
  if (!failure) return usualMs * (0.9 + 0.2 * Math.random());
  const since = isOfAccount(failure)
    ? new Date(before.last_error?.since ?? before.last_error?.at ?? currentMs())
    : before.checked_at ?? before.created_at;
  return Math.min(usualMs, Math.max(5 * minuteMs, currentMs() - since.getTime()));
}

async function tellOnce(
  trx: Trx,
  { company_id, id }: Account,
  { handlers, isAsked }: Pick<Storing, "handlers" | "isAsked">,
): Promise<void> {
  const account = await trx.updateTable("channel_accounts")
    .set({ told_at: sql<Date>`now()` })
    .where("company_id", "=", company_id).where("id", "=", id)
    .where("told_at", "is", null).where("state", "=", "failing").returningAll()
    .executeTakeFirst();
  if (account && !isAsked) await handlers.tellOfFailure(trx, account);
}

/** Seven days and one day before a token's end, once each. */
async function tellOfEnd(
  trx: Trx,
  { company_id, id }: Account,
  handlers: ChannelHandlers,
): Promise<void> {
  const days = sql`case when token_ends_at <= now() + interval '1 day' then 1
    when token_ends_at <= now() + interval '7 days' then 7 end`;
  const { rows: [account] } = await sql<Account & { was: number | null }>`
    update channel_accounts a set token_notice_days = ${days} from (
      select id, token_notice_days as was from channel_accounts
      where company_id = ${company_id} and id = ${id}) b
    where a.id = b.id and a.company_id = ${company_id}
      and a.token_notice_days is distinct from (${days})
    returning a.*, b.was`.execute(trx);
  if (!account?.token_notice_days || account.token_ends_at! <= currentTime()) return;
  if (account.was !== null && account.was <= account.token_notice_days) return;
  await handlers.tellOfTokenEnd(trx, account, account.token_notice_days);
}
