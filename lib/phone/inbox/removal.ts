/** Takes messages out of this phone's list. The sender hears that they were dismissed, no more. */
import { type Entry, entryKey } from "@/lib/phone/inbox/inbox.ts";
import { noteDismissed } from "@/lib/phone/inbox/receipts.ts";
import { offer, phone, say } from "@/lib/phone/page/state.ts";
import { changeSetting, readSetting } from "@/lib/phone/store.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

/** Older ones have long left the part of the list that anybody loads. */
const mostKept = 2_000;

export async function readRemoved(): Promise<void> {
  phone.set({ removed: new Set(await readSetting("removed")) });
}

/** Removes a message, and offers to bring it back. */
export function remove(entry: Entry): void {
  const { notification, pairing } = entry;
  const { language, removed } = phone.get();
  const key = entryKey(entry);
  phone.set({ removed: new Set([...removed, key]) });
  void changeSetting("removed", (keys = []) => [...keys, key].slice(-mostKept));
  if (notification.dismissedAt === null) noteDismissed(pairing.deviceId, notification.id);
  offer(phoneInboxWords.removed[language], () => bringBack(key));
}

function bringBack(key: string): void {
  const { language, removed } = phone.get();
  phone.set({ removed: new Set([...removed].filter((one) => one !== key)) });
  void changeSetting("removed", (keys = []) => keys.filter((one) => one !== key));
  say(phoneInboxWords.broughtBack[language]);
}
