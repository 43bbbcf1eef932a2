import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import { markAutomatic, markRead } from "@/lib/channels/in/events.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";
import { hearFrom } from "@/lib/channels/email/refused_addresses.ts";
import { recordActivities, silentVerb } from "@/lib/records/activities.ts";
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
    else await hearFrom(trx, tenant, writesFrom({ ...message, mail }));
    const { email, name } = message.from;
    await markAutomatic(trx, tenant, event.id, {
      kind: mail.automatic,
      from: email ? { name, address: email } : null,
      subject: mail.subject,
    });
    // Pages of the account show it; nobody is told.
    const subject = { channel_id: account.id };
    const seen = message.isQuiet ? [] : [{ verb: silentVerb, subject }];
    await recordActivities(trx, { ...tenant, userId: null }, seen);
    return true;
  }
  const own = await handlers.findMail(trx, account, { ...message, mail });
  if (own) await markRead(trx, tenant, [{ eventId: event.id, ...own }]);
  return own !== undefined;
}

/** Mail from an address shows that it exists, whoever vouches for it: only a warning goes. */
export function writesFrom(
  { direction, mail, from }: Pick<Inbound, "direction" | "mail" | "from">,
) {
  return direction === "in" && mail && from.email ? [from.email] : [];
}
