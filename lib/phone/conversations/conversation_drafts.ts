import { storedDrafts } from "@/lib/phone/unsent/stored_drafts.ts";

/** Drafts of messages in local storage, since a phone may close the tab at any time. */

const prefix = "relevo:talk:";
const keyOf = (device: string, contactId: number) => `${prefix}${device}:${contactId}`;

export function draftOf(device: string, contactId: number): string {
  try {
    return localStorage.getItem(keyOf(device, contactId)) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(device: string, contactId: number, text: string): void {
  try {
    if (text === "") localStorage.removeItem(keyOf(device, contactId));
    else localStorage.setItem(keyOf(device, contactId), text);
  } catch {
    // Without storage a draft is lost with its field.
  }
}

const quotePrefix = "relevo:quote:";
const quoteKeyOf = (device: string, contactId: number) => `${quotePrefix}${device}:${contactId}`;

/** Id of the message that the draft quotes. */
export function quoteOf(device: string, contactId: number): number | null {
  try {
    return Number(localStorage.getItem(quoteKeyOf(device, contactId))) || null;
  } catch {
    return null;
  }
}

export function keepQuote(device: string, contactId: number, id: number | null): void {
  try {
    if (id === null) localStorage.removeItem(quoteKeyOf(device, contactId));
    else localStorage.setItem(quoteKeyOf(device, contactId), String(id));
  } catch {
    // Without storage it is lost with its field.
  }
}

export function forgetQuotes(device: string): void {
  for (const quote of storedDrafts(() => localStorage, quotePrefix)) {
    if (quote.device === device) quote.forget();
  }
}

/** Lists the drafts of all pairings. */
export function allDrafts(): { device: string; contactId: number; text: string; forget(): void }[] {
  return storedDrafts(() => localStorage, prefix)
    .map(({ id, ...draft }) => ({ ...draft, contactId: Number(id) }));
}
