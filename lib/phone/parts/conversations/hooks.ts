import { useEffect, useState } from "preact/hooks";
import { useStore } from "@/lib/phone/page/hooks.ts";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import { type Loaded, newestHeard } from "@/lib/phone/conversations/conversation.ts";
import { tellSeen } from "@/lib/phone/conversations/seen.ts";
import { type LoadOutcome, loadThread } from "@/lib/phone/conversations/load.ts";
import { conversations, type ConversationsState } from "@/lib/phone/conversations/state.ts";

const everyMs = 8_000;

export function useConversations(): ConversationsState {
  return useStore(conversations);
}

/** Tells that their newest message by an app was shown, once somebody can see it. */
export function useSeen(
  device: string | undefined,
  contactId: number,
  loaded: Loaded | undefined,
): void {
  const heard = loaded?.isFresh ? newestHeard(loaded.thread) : undefined;
  const newest = heard ? loaded!.thread.newest : null;
  useEffect(() => {
    if (!device || newest === null) return;
    const tell = () => {
      if (document.visibilityState === "visible") void tellSeen(device, contactId, newest);
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [device, contactId, newest, loaded?.fetchedAt]);
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
