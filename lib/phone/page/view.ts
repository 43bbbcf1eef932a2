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
  | { name: "pair"; code: string | null }
  | { name: "answers" }
  | { name: "settings" };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The view of an address: `?device=&n=` a card, `#pair=CODE`, `#answers`, `#settings`. */
export function viewOf({ search, hash }: Pick<URL, "search" | "hash">): View {
  if (/^#pair(=|$)/.test(hash)) return { name: "pair", code: codeInHash(hash) };
  if (hash === "#answers") return { name: "answers" };
  if (hash === "#settings") return { name: "settings" };
  const query = new URLSearchParams(search);
  const id = query.get("n") ?? "";
  if (!uuid.test(id)) return { name: "inbox" };
  const device = query.get("device") ?? "";
  return {
    name: "card",
    id: id.toLowerCase(),
    device: uuid.test(device) ? device.toLowerCase() : null,
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
