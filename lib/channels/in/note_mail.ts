import { kindOfBounce } from "@/lib/channels/email/read/mail.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { Arrival } from "@/lib/channels/in/arrival.ts";
import { findCopy, markAutomatic, markRead } from "@/lib/channels/in/events.ts";
import { isMailInPlace } from "@/lib/channels/in/mail_in_place.ts";
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
  if (await isMailInPlace(trx, tenant, message.direction, mail)) {
    await markAutomatic(trx, tenant, event.id, { automatic: null, of: {} });
    return true;
  }
  const report = message.direction === "in" ? mail.bounce ?? mail.likelyBounce : null;
  const returned = report && await handlers.noteBounce(trx, account, report);
  const bounce = returned ? report : mail.bounce;
  const kind = returned ? kindOfBounce(report) : mail.automatic;
  if (kind) {
    if (!bounce) await hearFrom(trx, tenant, writesFrom({ ...message, mail }));
    const contactId = await handlers.findThread(trx, account, { ...message, mail });
    const { email, name } = message.from;
    const about = bounce?.recipients.flatMap(({ address }) => address ?? []) ?? [];
    const automatic = {
      kind,
      from: email ? { name, address: email } : null,
      subject: mail.subject,
      ...(about.length > 0 ? { about } : {}),
    };
    await markAutomatic(trx, tenant, event.id, { automatic, of: returned ?? { contactId } });
    // Pages of the account show it; nobody is told.
    const subject = { channel_id: account.id };
    const activities = message.isQuiet ? [] : [{ verb: silentVerb, subject }];
    await recordActivities(trx, { ...tenant, userId: null }, activities);
    return true;
  }
  const same = message.direction === "out"
    ? await handlers.findMail(trx, account, { ...message, mail })
    : await findCopy(trx, tenant, { accountId: account.id, externalId: message.externalId });
  if (same) await markRead(trx, tenant, [{ eventId: event.id, ...same }]);
  return same !== undefined;
}

/** Mail from an address shows that it exists, whoever vouches for it: only a warning goes. */
export function writesFrom(
  { direction, mail, from }: Pick<Inbound, "direction" | "mail" | "from">,
) {
  return direction === "in" && mail && from.email ? [from.email] : [];
}
