import { allDrafts as answerDrafts } from "@/lib/phone/inbox/drafts.ts";
import { closeShown } from "@/lib/phone/shown.ts";
import { forgetDevice, readCache } from "@/lib/phone/store.ts";
import { readKept } from "@/lib/phone/conversations/kept.ts";
import { conversationKey } from "@/lib/phone/conversations/state.ts";
import type { ConversationList, Loaded } from "@/lib/phone/conversations/conversation.ts";
import {
  allDrafts as conversationDrafts,
  forgetQuotes,
} from "@/lib/phone/conversations/conversation_drafts.ts";
import { keepUnsent, queuedDevices } from "@/lib/phone/unsent/kept_unsent.ts";
import { type EndedPairing, type Unsent, unsentDraft } from "@/lib/phone/unsent/unsent.ts";

/** Forgets a pairing that has ended, and keeps what it left unsent. */
export async function endPairing(pairing: EndedPairing, before?: number): Promise<void> {
  const { deviceId } = pairing;
  try {
    const drafts = await draftsOf(pairing);
    const typed = drafts.filter(({ text }) => text.trim() !== "");
    await keepUnsent(pairing, typed.map(({ unsent }) => unsent), before);
    for (const { forget } of drafts) forget();
    forgetQuotes(deviceId);
  } catch {
    // They stay in their places until the phone keeps them.
  }
  await forgetDevice(deviceId);
  // Their buttons would be refused.
  await closeShown(({ device }) => device === deviceId).catch(() => {});
}

/**
 * Ends pairings that this phone has no list of any more, as where one storage was cleared alone.
 * @param askedAt when the server was asked: a pairing made since is in no list
 */
export async function endStrays(listed: ReadonlySet<string>, askedAt: number): Promise<void> {
  const drafts = [...answerDrafts(), ...conversationDrafts()].map(({ device }) => device);
  const devices = new Set([...await queuedDevices(askedAt), ...drafts]);
  for (const deviceId of devices) {
    if (!listed.has(deviceId)) await endPairing({ deviceId }, askedAt);
  }
}

interface EndedDraft {
  text: string;
  unsent: Unsent;
  forget(): void;
}

async function draftsOf(pairing: EndedPairing): Promise<EndedDraft[]> {
  const { deviceId: device } = pairing;
  const isOf = (draft: { device: string }) => draft.device === device;
  const [own, conversations] = [answerDrafts().filter(isOf), conversationDrafts().filter(isOf)];
  if (own.length + conversations.length === 0) return [];
  const notifications = (await readCache(device))?.notifications ?? [];
  const list = await readKept<ConversationList>(device);
  const drafts = own.map(({ id, text, forget }) => {
    const { title: subject = "" } = notifications.find((one) => one.id === id) ?? {};
    return { text, unsent: unsentDraft({ id, subject, text }, pairing), forget };
  });
  for (const { contactId, text, forget } of conversations) {
    const loaded = await readKept<Loaded>(conversationKey(device, contactId));
    const { name: subject = "" } = loaded?.thread ??
      list?.talks.find(({ contact_id }) => contact_id === contactId) ?? {};
    const unsent = unsentDraft({ id: `${contactId}`, subject, text }, pairing);
    drafts.push({ text, unsent, forget });
  }
  return drafts;
}
