import { askForSync } from "@/lib/phone/background_sync.ts";
import { announce, phone, say } from "@/lib/phone/page/state.ts";
import { whenReached } from "@/lib/phone/reached.ts";
import { loadThread } from "@/lib/phone/conversations/load.ts";
import { dueAt, newerIn, refusalOf, type Send } from "@/lib/phone/conversations/send.ts";
import { sendTexts, watchSends } from "@/lib/phone/conversations/sends.ts";
import { conversations } from "@/lib/phone/conversations/state.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

const minPauseMs = 50;
const maxPauseMs = 60_000;

/** Sends what was written here, when it is due and when there is a connection again. */
export function followSends(signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: Send[] = [];
  const send = async (force = false) => {
    const settled = await sendTexts({ force });
    for (const { send: { device, contactId }, after } of settled) {
      tell(after);
      void loadThread(device, contactId);
    }
  };
  const stop = watchSends((sends) => {
    latest = sends;
    conversations.set({ sends });
    clearTimeout(timer);
    const instants = sends.map(dueAt).filter((instant) => instant !== null);
    if (signal.aborted || instants.length === 0) return;
    const pauseMs = navigator.onLine ? Math.min(...instants) - Date.now() : maxPauseMs;
    timer = setTimeout(send, Math.min(Math.max(pauseMs, minPauseMs), maxPauseMs));
  });
  const isWaiting = () => latest.some(({ state }) => state === "waiting");
  addEventListener("online", () => void send(true), { signal });
  whenReached(
    () => isWaiting() && latest.some(({ attempts }) => attempts > 0) && send(true),
    signal,
  );
  document.addEventListener("visibilitychange", async () => {
    if (document.visibilityState === "visible") return void send(true);
    if (isWaiting()) askForSync(await navigator.serviceWorker?.getRegistration("/phone"));
  }, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    stop();
  });
}

function tell(after: Send | undefined): void {
  const { language } = phone.get();
  if (!after) return announce(conversationWords.sent[language]);
  if (after.state === "moved") {
    const newer = newerIn(after);
    return announce(conversationWords.moved.title(newer?.isIn ? after.name : null)[language]);
  }
  say(refusalOf(after) ?? conversationWords.refused[language], true);
}
