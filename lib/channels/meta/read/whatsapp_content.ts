import type { Attachment } from "@/lib/channels/meta/read/event.ts";
import type { Card, Content, OrderItem, Source } from "@/lib/values/message_content.ts";
import { mediaIn } from "@/lib/channels/meta/read/files.ts";
import {
  addressIn,
  fileAddressIn,
  lineIn,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  type Untyped,
} from "@/lib/channels/meta/untyped.ts";

/** What a WhatsApp message holds, by its type (Meta: "Webhooks reference, messages"). */

export const longestText = 100_000;
const longestLine = 1_000;
const mostCards = 100;
const mostItems = 500;

export interface Holding {
  text: string;
  content: Content | null;
  attachments: Attachment[];
}

const none: Holding = { text: "", content: null, attachments: [] };

const mediaKinds: Record<string, Attachment["kind"]> = {
  image: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  document: "file",
  sticker: "sticker",
};

/** A type that has not its own object beside it is shown as unknown. */
export function holdingOf(message: Untyped): Holding {
  const type = textIn(message.type, 100);
  const own = objectIn(message[type]);
  const unknown = content({ type: "unknown", what: lineIn(type, 100) });
  if (type === "unsupported") return content({ type, what: unsupportedOf(message, own) });
  if (type === "contacts") return content({ type, cards: cardsIn(message.contacts) });
  if (!own) return unknown;
  const kind = mediaKinds[type];
  if (kind) return mediaHolding(kind, own);
  switch (type) {
    case "text":
      return { ...none, text: textIn(own.body, longestText) };
    case "location":
      return content(locationIn(own)) ?? unknown;
    case "order":
      return {
        ...content({ type, items: itemsIn(own.product_items) }),
        text: textIn(own.text, longestText),
      };
    case "button":
      return content(choiceOf(own.text, own.payload)) ?? unknown;
    case "interactive":
      return content(answerIn(own)) ?? unknown;
    default:
      return unknown;
  }
}

function content(content: Content): Holding;
function content(content: Content | null): Holding | null;
function content(content: Content | null): Holding | null {
  return content && { ...none, content };
}

function mediaHolding(kind: Attachment["kind"], media: Untyped): Holding {
  const attachment = mediaIn(kind, media);
  return {
    text: textIn(media.caption, longestText),
    content: kind === "sticker" ? { type: "sticker" } : null,
    attachments: attachment ? [attachment] : [],
  };
}

function unsupportedOf(message: Untyped, own: Untyped | null): string | null {
  const [error] = objectsIn(message.errors);
  return lineIn(own?.type, 100) ?? lineIn(error?.title, 200);
}

export function locationIn(place: Untyped): Content | null {
  const latitude = numberIn(place.latitude);
  const longitude = numberIn(place.longitude);
  if (latitude === null || longitude === null) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return {
    type: "location",
    latitude,
    longitude,
    name: lineIn(place.name, longestLine),
    address: lineIn(place.address, longestLine),
    url: addressIn(place.url),
  };
}

function cardsIn(value: unknown): Card[] {
  return objectsIn(value).slice(0, mostCards).map((card) => ({
    name: nameOf(objectIn(card.name) ?? {}),
    organization: lineIn(objectIn(card.org)?.company, longestLine),
    phones: linesIn(card.phones, "phone", "wa_id"),
    emails: linesIn(card.emails, "email"),
  }));
}

function nameOf({ formatted_name, first_name, middle_name, last_name }: Untyped): string | null {
  return lineIn(formatted_name, longestLine) ??
    lineIn([first_name, middle_name, last_name].map((one) => textIn(one)).join(" "), longestLine);
}

function linesIn(value: unknown, ...names: string[]): string[] {
  return objectsIn(value).slice(0, 20)
    .map((one) => names.map((name) => lineIn(one[name], 254)).find((line) => line !== null))
    .filter((line) => line !== undefined);
}

function itemsIn(value: unknown): OrderItem[] {
  return objectsIn(value).slice(0, mostItems).map((item) => ({
    sku: lineIn(item.product_retailer_id, 200) ?? "",
    quantity: numberIn(item.quantity) ?? 1,
    price: numberIn(item.item_price),
    currency: lineIn(item.currency, 3),
  }));
}

export function choiceOf(title: unknown, payload: unknown): Content | null {
  const line = lineIn(title, longestLine) ?? lineIn(payload, longestLine);
  return line === null
    ? null
    : { type: "choice", title: line, payload: textIn(payload, longestLine) || null };
}

/** Answers of buttons, lists and forms. */
function answerIn(interactive: Untyped): Content | null {
  const { button_reply, list_reply, nfm_reply } = interactive;
  const reply = objectIn(button_reply) ?? objectIn(list_reply);
  if (reply) return choiceOf(reply.title, reply.id);
  const form = objectIn(nfm_reply);
  return form && choiceOf(form.body ?? form.name, form.response_json);
}

/** The ad, post or product that a message came from. */
export function sourceOf({ referral, context }: Untyped): Source | null {
  const ad = objectIn(referral);
  if (ad) {
    return {
      kind: textIn(ad.source_type) === "post" ? "post" : "ad",
      title: lineIn(ad.headline, longestLine) ?? lineIn(ad.body, longestLine),
      url: addressIn(ad.source_url),
      ref: lineIn(ad.source_id, longestLine),
      picture: fileAddressIn(ad.image_url ?? ad.thumbnail_url),
    };
  }
  const product = objectIn(objectIn(context)?.referred_product);
  const ref = product && lineIn(product.product_retailer_id, longestLine);
  return ref ? { kind: "product", title: null, url: null, ref } : null;
}
