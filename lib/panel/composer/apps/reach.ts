import { limits, type MetaKind } from "@/lib/channels/meta/out/limits.ts";
import { partsOf } from "@/lib/channels/meta/parts.ts";
import type { MetaReach } from "@/lib/crm/contacts/conversation/senders.ts";

/** Pure: whom a message by WhatsApp, Instagram or Facebook goes to, and in how many parts. */

/** In how many messages it leaves. */
export function partCount(kind: MetaKind, text: string, files: number): number {
  return partsOf(text, limits[kind].text).length + files;
}

/** Whom it goes to: a number, a name at the app, or the end of an id. */
export function recipientOf({ to, username }: MetaReach): string {
  if (username) return `@${username.replace(/^@/, "")}`;
  return /^\d{7,15}$/.test(to) ? `+${to}` : `…${to.slice(-4)}`;
}

const hourMs = 3_600_000;

/** What is left of a window: whole hours, and in the last hour minutes and seconds. */
export function timeLeft(until: Date, now: Date): { hours: number } | { clock: string } {
  const ms = Math.max(0, until.getTime() - now.getTime());
  if (ms >= hourMs) return { hours: Math.floor(ms / hourMs) };
  const seconds = Math.floor(ms / 1000);
  return { clock: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` };
}
