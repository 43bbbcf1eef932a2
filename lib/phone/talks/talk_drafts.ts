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

/** Deletes the drafts of a pairing that was removed. */
export function forgetDrafts(device: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${prefix}${device}:`)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there are no drafts.
  }
}
