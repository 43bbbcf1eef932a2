import type { WorkerMessage } from "@/lib/phone/messages.ts";
import { type WindowClient, worker } from "@/lib/phone/worker/scope.ts";

/** The app's open pages; the guide for recipients is none of them. */
async function openPages(): Promise<WindowClient[]> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter(({ url }) => /^\/phone\/?$/.test(new URL(url).pathname));
}

export async function isAppVisible(): Promise<boolean> {
  return (await openPages()).some(({ visibilityState }) => visibilityState === "visible");
}

export async function tellPages(message: WorkerMessage): Promise<void> {
  for (const page of await openPages()) page.postMessage(message);
}

/**
 * Brings the app to the front at a notification's card, or at the conversation that it is about;
 * `answer` is the pressed button.
 */
export async function openCard(
  { device, id, answer, contactId }: {
    device: string;
    id: string;
    answer?: string;
    contactId?: number | null;
  },
): Promise<void> {
  const card: Record<string, string> = { device, n: id };
  if (answer) card.answer = answer;
  else if (contactId) card.c = `${contactId}`;
  await openView({ kind: "open", device, id, answer, contactId }, card);
}

/** Opens a conversation, to continue writing. */
export async function openConversation(device: string, contactId: number): Promise<void> {
  await openView({ kind: "talk", device, contactId }, { device, c: `${contactId}` });
}

export async function openInbox(): Promise<void> {
  await openView({ kind: "inbox" }, {});
}

async function openView(message: WorkerMessage, address: Record<string, string>): Promise<void> {
  const pages = await openPages();
  const nearest = pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (nearest) {
    try {
      (await nearest.focus()).postMessage(message);
      return;
    } catch {
      // Some platforms let no page be brought to the front; a new one opens all the same.
    }
  }
  const query = `${new URLSearchParams(address)}`;
  await worker.clients.openWindow(query === "" ? "/phone" : `/phone?${query}`);
}
