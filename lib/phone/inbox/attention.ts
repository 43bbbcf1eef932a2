/** Quiet hours and muted senders: kept by the server for each person, the same for all of them. */
import { callPhone } from "@/lib/phone/api.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import { type Attention, phone, readers, say, serverNow } from "@/lib/phone/page/state.ts";
import { quietUntil } from "@/lib/values/quiet_hours.ts";
import { attentionWords } from "@/lib/words/phone/attention.ts";

const isBlank = ({ quiet, muted }: Attention) => quiet === null && muted.length === 0;

/** Reads them; a person who is paired here since, and has none yet, gets those of the others. */
export async function readAttention(): Promise<void> {
  const { language } = phone.get();
  const answers: { device: string; attention: Attention }[] = [];
  for (const { deviceId: device } of readers()) {
    const outcome = await callPhone<Attention>("attention", { device, language });
    if (!outcome.ok) return;
    answers.push({ device, attention: outcome.data });
  }
  if (answers.length === 0) return;
  const quiet = answers.map(({ attention }) => attention.quiet).find((one) => one !== null) ?? null;
  const muted = [...new Set(answers.flatMap(({ attention }) => attention.muted))];
  const attention = { quiet, muted };
  phone.set({ attention });
  if (isBlank(attention)) return;
  for (const one of answers) if (isBlank(one.attention)) await put(one.device, attention);
}

/** Sets them for everybody who is paired here. @returns whether all have them */
export async function changeAttention(change: Partial<Attention>): Promise<boolean> {
  const { attention: before, language } = phone.get();
  if (!before) return false;
  const attention = { ...before, ...change };
  phone.set({ attention });
  const done = await Promise.all(readers().map(({ deviceId }) => put(deviceId, attention)));
  if (done.every(Boolean)) return true;
  phone.set({ attention: before });
  say(attentionWords.failed[language], true);
  return false;
}

async function put(device: string, attention: Attention): Promise<boolean> {
  const { language } = phone.get();
  const call = { device, language, method: "PUT", json: attention } as const;
  return (await callPhone<Attention>("attention", call)).ok;
}

/** The sender as it is shown, by which it is muted. */
export function senderOf(device: string, { sender }: Pick<PhoneNotification, "sender">): string {
  const own = phone.get().pairings.find(({ deviceId }) => deviceId === device);
  return sender ?? own?.company.name ?? "";
}

/** Reports whether the open app makes no sound for it, as no push would come. */
export function isSilenced(device: string, notification: PhoneNotification): boolean {
  const { attention } = phone.get();
  if (!attention) return false;
  const { quiet, muted } = attention;
  if (muted.includes(senderOf(device, notification))) return true;
  if (!quiet || (quiet.highPasses && notification.priority === "high")) return false;
  return quietUntil(quiet, new Date(serverNow())) !== null;
}
