import { useEffect, useState } from "preact/hooks";
import { useStore } from "@/lib/phone/page/hooks.ts";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import { type LoadOutcome, loadThread } from "@/lib/phone/conversations/load.ts";
import { conversations, type ConversationsState } from "@/lib/phone/conversations/state.ts";

const everyMs = 8_000;

export function useConversations(): ConversationsState {
  return useStore(conversations);
}

/** Reads a conversation, and again while it is looked at. @returns the outcome */
export function useThread(
  device: string | undefined,
  contactId: number,
  { inboxes, connection }: PhoneState,
): [outcome: LoadOutcome | null, read: () => void] {
  const [outcome, setOutcome] = useState<LoadOutcome | null>(null);
  // A notice of it has come or gone: somebody wrote, or answered.
  const notifications = device && inboxes[device]?.notifications
    .filter((one) => one.contactId === contactId).map(({ id, status }) => id + status).join();
  const read = async () => {
    if (device && document.visibilityState === "visible") {
      setOutcome(await loadThread(device, contactId));
    }
  };
  useEffect(() => {
    void read();
    const timer = setInterval(read, everyMs);
    document.addEventListener("visibilitychange", read);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, [device, contactId, notifications, connection]);
  return [outcome, () => void read()];
}
