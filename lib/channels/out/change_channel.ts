import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { Seen } from "@/lib/input/fields.ts";
import type { AccountPatch } from "@/lib/channels/accounts/account.ts";
import {
  type AccountReader,
  changeAccount,
  deleteAccount,
} from "@/lib/channels/accounts/accounts.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { setPaused } from "@/lib/channels/accounts/account_state.ts";
import { passOn } from "@/lib/channels/out/note_moves.ts";
import { cancelQueued, holdOutbox, redirectQueued } from "@/lib/channels/out/outbox.ts";

/** Changes of an account, with their effect on its queued messages. */

/** @throws Problem not_found, version_conflict, duplicate, validation_failed, secrets_missing */
export async function changeChannel(
  trx: Trx,
  actor: Actor & AccountReader,
  id: number,
  patch: AccountPatch,
  cipher: SecretCipher | null,
) {
  const account = await changeAccount(trx, actor, id, patch, cipher);
  const { callback_url: url, smtp } = patch.settings ?? {};
  const host = url ? new URL(url).host : smtp?.host;
  if (host) await redirectQueued(trx, actor, id, host);
  return account;
}

/** @throws Problem not_found, invalid_transition */
export async function pauseChannel(
  trx: Trx,
  actor: Actor & AccountReader,
  id: number,
  verb: "pause" | "resume",
) {
  const account = await setPaused(trx, actor, id, verb);
  await holdOutbox(trx, actor, id, verb);
  return account;
}

/**
 * Also unpauses it, so that messages received meanwhile are read.
 * @throws Problem not_found, version_conflict
 */
export async function deleteChannel(
  trx: Trx,
  actor: Actor & AccountReader,
  id: number,
  handlers: ChannelHandlers,
  expected: Seen = {},
) {
  const account = await deleteAccount(trx, actor, id, expected);
  await passOn(trx, actor, handlers, await cancelQueued(trx, actor, id));
  await trx.updateTable("channel_accounts").set({
    state: "checking",
    paused_by: null,
    resumed_at: sql<Date>`clock_timestamp()`,
  }).where("company_id", "=", actor.companyId).where("id", "=", id)
    .where("state", "=", "paused").execute();
  return account;
}
