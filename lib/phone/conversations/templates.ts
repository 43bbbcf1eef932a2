/** Templates of a WhatsApp number for one customer, kept for use without a connection. */
import { callPhone } from "@/lib/phone/api.ts";
import type { OfferedTemplate } from "@/lib/phone/conversations/conversation.ts";
import { keepRead, readKept } from "@/lib/phone/conversations/kept.ts";
import { conversationKey } from "@/lib/phone/conversations/state.ts";
import { phone } from "@/lib/phone/page/state.ts";

export interface Offer {
  templates: OfferedTemplate[];
  /** Values to fill in, for the person to choose from. */
  suggestions: string[];
}

export interface OfferPlace {
  device: string;
  contactId: number;
  accountId: number;
}

const keyOf = ({ device, contactId, accountId }: OfferPlace) =>
  `${conversationKey(device, contactId)} ${accountId}`;

/** What was read before; undefined where there is nothing. */
export function readOffer(place: OfferPlace): Promise<Offer | undefined> {
  return readKept<Offer>(keyOf(place));
}

/** @returns null where they could not be read */
export async function loadOffer(place: OfferPlace): Promise<Offer | null> {
  const { device, contactId, accountId } = place;
  const { language } = phone.get();
  const path = `conversations/${contactId}/accounts/${accountId}/templates`;
  const outcome = await callPhone<OfferedTemplate[]>(path, { device, language });
  if (!outcome.ok) return null;
  const { suggestions } = outcome.meta as Pick<Offer, "suggestions">;
  const offer = { templates: outcome.data, suggestions };
  await keepRead(keyOf(place), device, offer);
  return offer;
}
