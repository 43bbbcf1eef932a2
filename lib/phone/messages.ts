import type { OutboxItem } from "@/lib/phone/outbox_item.ts";

/** From the worker to a page. */
export type WorkerMessage =
  /** Show this notification's card; `answer` is a button that was pressed to get here. */
  | { kind: "open"; device: string; id: string; answer?: string }
  /** Something has come or changed. */
  | { kind: "changed" };

/** From a page to the worker. */
export type PageMessage =
  /** The page goes away: send its answers now, also those that were not kept yet. */
  | { kind: "send"; ids: string[]; unkept: OutboxItem[] }
  /** A newer worker may take over. */
  | { kind: "take-over" };
