/** What is half written in a conversation. It outlives the tab: a phone may end it at any time. */

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
    // Without storage a draft ends with its field.
  }
}

/** Of a phone that is paired no more. */
export function forgetDrafts(device: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`${prefix}${device}:`)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}
