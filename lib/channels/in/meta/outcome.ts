import type { Automatic } from "@/lib/db/tables/channels.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";

export type EventOutcome =
  | {
    of: Partial<Filed>;
    automatic?: Automatic;
    /** What it brought is not kept. */
    dropsBytes?: true;
  }
  /** It came before what it is about. */
  | { waitsFor: string };

export type Noted = Extract<EventOutcome, { of: unknown }>;

export const nothing: Noted = { of: {} };

export function messageKey(id: string): string {
  return `message:${id}`;
}

export function personKey(id: string): string {
  return `person:${id}`;
}
