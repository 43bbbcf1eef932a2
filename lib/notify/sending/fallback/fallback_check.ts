import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { fallbackUser } from "@/lib/notify/sending/asks.ts";
import { recipientsOf } from "@/lib/notify/sending/notification.ts";
import type { Send } from "@/lib/notify/sending/prepare.ts";
import { findReceipt, type Receipt } from "@/lib/notify/sending/send.ts";
import { dueWords } from "@/lib/words/phone/due.ts";

/**
 * Checks that the fallback mail could be sent, and for whom it would answer.
 * @returns the first receipt of a repeat for which that has changed
 * @throws Problem validation_failed (`fallback`)
 */
export async function checkFallback(
  trx: Trx,
  tenant: Tenant,
  send: Send,
  canSend: (trx: Trx, tenant: Tenant) => Promise<boolean>,
): Promise<Receipt | undefined> {
  const { request } = send;
  const { fallback, answers } = request;
  if (!fallback) return undefined;
  const { email } = fallback;
  const users = recipientsOf(request);
  const isClear = users.length === 1 || answers === "first" ||
    fallbackUser(users, email).toLowerCase() === email.toLowerCase();
  if (!isClear) {
    throw problem("validation_failed", { fields: { "fallback.email": dueWords.ofMany } });
  }
  if (await canSend(trx, tenant)) return undefined;
  const first = await findReceipt(trx, tenant, send);
  if (first) return first;
  throw problem("validation_failed", { fields: { fallback: dueWords.noMailAccount } });
}
