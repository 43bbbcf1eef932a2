import { askForSync } from "@/lib/phone/background_sync.ts";
import { announce, phone, say } from "@/lib/phone/page/state.ts";
import { whenReached } from "@/lib/phone/reached.ts";
import { loadThread } from "@/lib/phone/talks/load.ts";
import { dueAt, newerIn, type Send } from "@/lib/phone/talks/send.ts";
import { sendTexts, watchSends } from "@/lib/phone/talks/sends.ts";
import { talks } from "@/lib/phone/talks/state.ts";
import { talkWords } from "@/lib/words/phone/talks.ts";

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
    talks.set({ sends });
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
  if (!after) return announce(talkWords.sent[language]);
  if (after.state === "moved") {
    const newer = newerIn(after);
    return announce(talkWords.moved.title(newer?.isIn ? after.name : null)[language]);
  }
  say(after.outcome?.message ?? talkWords.refused[language], true);
}
