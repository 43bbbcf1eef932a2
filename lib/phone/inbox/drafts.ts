import { storedDrafts } from "@/lib/phone/unsent/stored_drafts.ts";

/** Unsent text of one reader of a notification. It ends with the tab. */

const prefix = "relevo:draft:";
const keyOf = (device: string, id: string) => `${prefix}${device}:${id}`;

export function draftOf(device: string, id: string): string {
  try {
    return sessionStorage.getItem(keyOf(device, id)) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(device: string, id: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(keyOf(device, id));
    else sessionStorage.setItem(keyOf(device, id), text);
  } catch {
    // Without storage a draft ends with its field.
  }
}

/** Lists the drafts of all pairings. */
export function allDrafts(): { device: string; id: string; text: string; forget(): void }[] {
  return storedDrafts(() => sessionStorage, prefix);
}
