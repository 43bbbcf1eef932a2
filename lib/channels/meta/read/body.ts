import type { MessageEvent } from "@/lib/channels/meta/read/event.ts";
import type { Card, Content, OrderItem } from "@/lib/values/message_content.ts";
import { contentWords } from "@/lib/channels/meta/read/words.ts";
import type { Language } from "@/lib/words/language.ts";

/**
 * The words of a message, which lists, searches and notices show: its text, and of what is no text
 * what can be said of it. Empty where it only has files.
 */
export function bodyOf(
  { text, content }: Pick<MessageEvent, "text" | "content">,
  language: Language,
): string {
  const words = content ? wordsOf(content, language) : "";
  // The text of a button is its title.
  if (!text || !words || content?.type === "choice") return text || words;
  return isBeside(content!) ? `${text}\n${words}` : text;
}

/** Whether words of the content say more than the text does. */
function isBeside({ type }: Content): boolean {
  return type === "order" || type === "contacts" || type === "location";
}

function wordsOf(content: Content, language: Language): string {
  switch (content.type) {
    case "location":
      return placeOf(content, language);
    case "contacts":
      return content.cards.map((card) => cardOf(card, language)).join("\n");
    case "order":
      return [contentWords.order[language], ...content.items.map(itemOf)].join("\n");
    case "choice":
      return content.title;
    case "sticker":
      return contentWords.sticker[language];
    case "shared": {
      const name = contentWords.shared[content.what][language];
      return content.title ? `${name}: ${content.title}` : name;
    }
    case "unsupported":
      return contentWords.unsupported[language];
    case "unknown":
      return contentWords.unknown(content.what ?? "")[language];
  }
}

function placeOf(
  { name, address, latitude, longitude }: Extract<Content, { type: "location" }>,
  language: Language,
): string {
  const parts = [name, address].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(", ");
  return `${contentWords.place[language]}: ${latitude}, ${longitude}`;
}

function cardOf({ name, organization, phones, emails }: Card, language: Language): string {
  const parts = [name, organization, ...phones, ...emails].filter((part) => part !== null);
  return parts.join(" · ") || contentWords.card[language];
}

function itemOf({ sku, quantity, price, currency }: OrderItem): string {
  const each = price === null ? "" : ` (${price}${currency ? ` ${currency}` : ""})`;
  return `${quantity} × ${sku}${each}`;
}
