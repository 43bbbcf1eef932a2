import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import type { MetaEvent } from "@/lib/channels/meta/read/event.ts";
import type { Trx } from "@/lib/db/connection.ts";

export function noteStatus(
  _trx: Trx,
  _account: Account,
  _event: Extract<MetaEvent, { type: "status" }>,
): Promise<Filed | "wait" | null> {
  return Promise.resolve(null);
}
