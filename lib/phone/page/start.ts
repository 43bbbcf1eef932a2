import { fetchModule } from "@/components/fetch_module.ts";
import { followOutbox } from "@/lib/phone/inbox/answering.ts";
import { follow } from "@/lib/phone/inbox/live.ts";
import { flush } from "@/lib/phone/inbox/receipts.ts";
import { readRemoved } from "@/lib/phone/inbox/removal.ts";
import { showKept } from "@/lib/phone/inbox/refresh.ts";
import { unlockSound } from "@/lib/phone/page/alerts.ts";
import { followAddress, goTo } from "@/lib/phone/page/navigation.ts";
import { applyPreferences, languageNow } from "@/lib/phone/page/preferences.ts";
import { phone } from "@/lib/phone/page/state.ts";
import { pushState } from "@/lib/phone/push.ts";
import { startShell } from "@/lib/phone/shell.ts";
import { watchUnsent } from "@/lib/phone/unsent/kept_unsent.ts";

export function startPhone(): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  phone.set({ language: languageNow() });
  applyPreferences();
  followAddress(signal);
  unlockSound(signal);
  signal.addEventListener("abort", watchUnsent((unsent) => phone.set({ unsent })));
  let catchUp = () => {};
  void showKept().then(() => {
    if (signal.aborted) return;
    catchUp = follow(signal);
    followOutbox(signal);
    followConversations(signal);
  });
  const stopShell = startShell({
    onMessage(message) {
      if (message.kind === "changed") return catchUp();
      if (message.kind === "inbox") return goTo({ name: "inbox" });
      const { device, contactId } = message;
      if (message.kind === "talk") {
        return goTo({
          name: "conversation",
          device,
          contactId: message.contactId,
          isWriting: true,
        });
      }
      const { id, answer = null } = message;
      if (contactId && answer === null) {
        return goTo({ name: "conversation", device, contactId, isWriting: true });
      }
      goTo({ name: "card", device, id, answer });
    },
    mayReload: () => !isTyping(),
  });
  readPush();
  addEventListener("pagehide", flush, { signal });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") flush();
    else {
      readPush();
      void readRemoved();
    }
  }, { signal });
  signal.addEventListener("abort", stopShell);
  return () => stopped.abort();
}

/** Only a member's phone has conversations: others load nothing of them. */
function followConversations(signal: AbortSignal): void {
  let isFollowing = false;
  const look = () => {
    if (isFollowing || !phone.get().pairings.some(({ isMember }) => isMember)) return;
    isFollowing = true;
    fetchModule(() => import("@/lib/phone/conversations/follow_sends.ts")).then(
      ({ followSends }) => {
        if (!signal.aborted) followSends(signal);
      },
      () => isFollowing = false,
    );
  };
  look();
  signal.addEventListener("abort", phone.subscribe(look));
}

function isTyping(): boolean {
  return [...document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>("textarea, input")]
    .some(({ value, type }) => !/radio|checkbox/.test(type) && value !== "");
}

/** The permission may have been changed in the phone's settings. */
function readPush(): void {
  void pushState().then((push) => phone.set({ push }));
}
