/** Unsent text of one reader of a notification. It ends with the tab. */

const keyOf = (device: string, id: string) => `relevo:draft:${device}:${id}`;

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
