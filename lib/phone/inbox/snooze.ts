/** Puts a notification off: the server tells of it again then, on every phone of the person. */
import { callPhone } from "@/lib/phone/api.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { type Entry, withChange } from "@/lib/phone/inbox/inbox.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import { changeInbox, offer, otherKey, phone, say, serverNow } from "@/lib/phone/page/state.ts";
import { closeShown } from "@/lib/phone/shown.ts";
import { attentionWords } from "@/lib/words/phone/attention.ts";

export async function snooze(entry: Entry, until: Date | null): Promise<void> {
  const { notification, pairing } = entry;
  const { language, inboxes } = phone.get();
  const device = pairing.deviceId;
  const words = attentionWords.later;
  const outcome = await callPhone<PhoneNotification>(`notifications/${notification.id}/snooze`, {
    device,
    language,
    method: "POST",
    json: { until },
  });
  if (!outcome.ok) {
    return say(outcome.why === "refused" ? outcome.message : words.offline[language], true);
  }
  if (inboxes[device]) changeInbox(device, (inbox) => withChange(inbox, outcome.data));
  const { others } = phone.get();
  const key = otherKey(device, notification.id);
  if (others[key]) phone.set({ others: { ...others, [key]: outcome.data } });
  if (!until) return say(words.takenBack[language]);
  void closeShown((notice) => notice.id === notification.id).catch(() => {});
  const when = whenOf(until.toISOString(), serverNow(), language);
  offer(words.done(when)[language], () => void snooze(entry, null));
}
