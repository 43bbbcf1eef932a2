import { codeInHash } from "@/lib/phone/pairing.ts";

export type View =
  | { name: "inbox" }
  | {
    name: "card";
    device: string | null;
    id: string;
    answer: string | null;
    isWriting?: boolean;
  }
  | { name: "conversations" }
  /** A conversation with a customer; `isWriting`: with the keyboard up. */
  | { name: "conversation"; device: string | null; contactId: number; isWriting?: boolean }
  | { name: "pair"; code: string | null }
  | { name: "answers" }
  | { name: "settings" };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The view of an address: `?device=&n=` a card, `?device=&c=` a conversation, `#pair=CODE`,
 * `#answers`, `#talks`, `#settings`. A notification's link has `n` too: one touch, and one writes.
 */
export function viewOf({ search, hash }: Pick<URL, "search" | "hash">): View {
  if (/^#pair(=|$)/.test(hash)) return { name: "pair", code: codeInHash(hash) };
  if (hash === "#answers") return { name: "answers" };
  if (hash === "#settings") return { name: "settings" };
  if (hash === "#talks") return { name: "conversations" };
  const query = new URLSearchParams(search);
  const id = query.get("n") ?? "";
  const contact = query.get("c") ?? "";
  const named = query.get("device") ?? "";
  const device = uuid.test(named) ? named.toLowerCase() : null;
  if (/^[1-9]\d{0,9}$/.test(contact) && !query.has("answer")) {
    const isWriting = uuid.test(id);
    return {
      name: "conversation",
      device,
      contactId: Number(contact),
      ...(isWriting && { isWriting }),
    };
  }
  if (!uuid.test(id)) return { name: "inbox" };
  return {
    name: "card",
    id: id.toLowerCase(),
    device,
    answer: query.get("answer"),
  };
}

/** The address of a view. A code is never written into one. */
export function addressOf(view: View): string {
  switch (view.name) {
    case "card":
      return `/phone?${new URLSearchParams({
        ...(view.device && { device: view.device }),
        n: view.id,
      })}`;
    case "conversation":
      return `/phone?${new URLSearchParams({
        ...(view.device && { device: view.device }),
        c: `${view.contactId}`,
      })}`;
    case "conversations":
      return "/phone#talks";
    case "pair":
      return "/phone#pair";
    case "answers":
      return "/phone#answers";
    case "settings":
      return "/phone#settings";
    case "inbox":
      return "/phone";
  }
}
