import { canMail, sendInPlace } from "@/lib/channels/out/send_in_place.ts";
import { findKnownAddresses } from "@/lib/crm/contacts/conversation/known_addresses.ts";
import { notifyStrangers } from "@/lib/crm/notices/channels.ts";
import type { Fallbacks } from "@/lib/notify/due/fallbacks.ts";

/** Answers what mails in place of notifications ask of accounts, contacts and members. */
export function crmFallbacks(
  settings: Pick<Fallbacks, "publicUrl" | "strangersPerDay">,
): Fallbacks {
  return {
    ...settings,
    canSend: canMail,
    send: sendInPlace,
    findKnown: findKnownAddresses,
    tellOfBound: notifyStrangers,
  };
}
