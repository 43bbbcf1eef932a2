import type { OutboxItem } from "@/lib/phone/outbox_item.ts";

export type WorkerMessage =
  /** Show this notification's card; `answer` is a button that was pressed to get here. */
  | { kind: "open"; device: string; id: string; answer?: string; contactId?: number | null }
  /** Show this conversation, with the keyboard up. */
  | { kind: "talk"; device: string; contactId: number }
  | { kind: "inbox" }
  | { kind: "changed" };

export type PageMessage =
  /** The page goes away: send its answers now, also those that were not kept yet. */
  | { kind: "send"; ids: string[]; unkept: OutboxItem[] }
  | { kind: "take-over" };
