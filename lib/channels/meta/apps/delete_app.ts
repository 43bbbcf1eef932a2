import type { AccountReader } from "@/lib/channels/accounts/accounts.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { type AppReader, deleteApp } from "@/lib/channels/meta/apps/apps.ts";
import { metaKinds } from "@/lib/channels/meta/account_settings.ts";
import { deleteChannel } from "@/lib/channels/out/change_channel.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Seen } from "@/lib/input/fields.ts";
import type { Actor } from "@/lib/records/records.ts";

/** Accounts of other companies stay, and fail. @throws Problem not_found, version_conflict */
export async function deleteWithAccounts(
  trx: Trx,
  actor: Actor & AppReader & AccountReader & { userId: number },
  id: number,
  handlers: ChannelHandlers,
  expected: Seen = {},
) {
  const record = await deleteApp(trx, actor, id, expected);
  const accounts = await trx.selectFrom("channel_accounts").select(["id", "settings"])
    .where("company_id", "=", actor.companyId).where("kind", "in", metaKinds)
    .where("deleted_at", "is", null).orderBy("id").execute();
  for (const { id: accountId, settings } of accounts) {
    if (settings.meta_app_id === id) await deleteChannel(trx, actor, accountId, handlers);
  }
  return record;
}
