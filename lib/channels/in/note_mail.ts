import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import { markAutomatic, markRead } from "@/lib/channels/in/events.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Mail that nobody wrote, and our own that comes back. @returns whether it was one */
export async function noteMail(
  trx: Trx,
  handlers: ChannelHandlers,
  tenant: Tenant,
  { account, event, message: { mail, ...message } }: Arrival,
): Promise<boolean> {
  if (!mail) return false;
  if (mail.automatic) {
    if (mail.bounce) await handlers.noteBounce(trx, account, mail.bounce);
    const { email, name } = message.from;
    await markAutomatic(trx, tenant, event.id, {
      kind: mail.automatic,
      from: email ? { name, address: email } : null,
      subject: mail.subject,
    });
    return true;
  }
  const own = await handlers.findMail(trx, account, { ...message, mail });
  if (own) await markRead(trx, tenant, [{ eventId: event.id, ...own }]);
  return own !== undefined;
}
