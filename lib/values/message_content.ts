/** What a message by WhatsApp, Instagram or Facebook has beside its text, also in the database. */

export interface Card {
  name: string | null;
  organization: string | null;
  phones: string[];
  emails: string[];
}

/** What is no text. */
export type Content =
  | {
    type: "location";
    latitude: number;
    longitude: number;
    name: string | null;
    address: string | null;
    url: string | null;
  }
  | { type: "contacts"; cards: Card[] }
  | { type: "order"; items: OrderItem[] }
  | { type: "choice"; title: string; payload: string | null }
  | { type: "sticker" }
  | {
    type: "shared";
    what: "post" | "reel" | "story" | "link";
    title: string | null;
    url: string | null;
  }
  | { type: "unsupported"; what: string | null }
  | { type: "unknown"; what: string | null };

export interface OrderItem {
  sku: string;
  quantity: number;
  price: number | null;
  currency: string | null;
}

/** What led to a message. */
export interface Source {
  kind: "ad" | "post" | "link" | "story_reply" | "story_mention" | "product" | "elsewhere";
  title: string | null;
  url: string | null;
  ref: string | null;
  picture?: string | null;
  file_id?: string;
}
