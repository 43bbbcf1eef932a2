/** The page's side of the worker: registration, updates, answers that outlive the page. */
import { askForSync } from "@/lib/phone/background_sync.ts";
import { sendKeptMarks } from "@/lib/phone/marks.ts";
import type { PageMessage, WorkerMessage } from "@/lib/phone/messages.ts";
import { whenReached } from "@/lib/phone/reached.ts";
import { listOutbox, ownAnswers, sendDue, sendLastly, watchOutbox } from "@/lib/phone/outbox.ts";
import { dueAt, mayGo, type OutboxItem } from "@/lib/phone/outbox_item.ts";

const scriptUrl = "/phone/sw.js";
const scope = "/phone";
const minPauseMs = 50;
const maxPauseMs = 60_000;
/** An app that is never closed still hears of a newer build. */
const updateMs = 3_600_000;

interface ShellOptions {
  onMessage?: (message: WorkerMessage) => void;
  /** Whether the page may be loaded anew now; not while something is half typed. */
  mayReload?: () => boolean;
}

/** Starts what the page needs, also without workers. Call it once. @returns a stop function */
export function startShell({ onMessage, mayReload = () => true }: ShellOptions = {}): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  keepSending(signal);
  const { serviceWorker } = navigator;
  const listen = ({ data }: MessageEvent<WorkerMessage>) => onMessage?.(data);
  serviceWorker?.addEventListener("message", listen, { signal });
  serviceWorker?.startMessages();
  void registerWorker().then((registration) => {
    if (registration) keepNew(registration, mayReload);
  });
  return () => stopped.abort();
}

/** @returns nothing where the browser has no workers, or the address is not a secure one */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.register(scriptUrl, { scope, updateViaCache: "none" });
  } catch {
    return undefined;
  }
}

function keepSending(signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: OutboxItem[] = [];
  const plan = (items: OutboxItem[]) => {
    latest = items;
    clearTimeout(timer);
    const instants = items.map(dueAt).filter((instant) => instant !== null);
    if (signal.aborted || instants.length === 0) return;
    const pauseMs = navigator.onLine ? Math.min(...instants) - Date.now() : maxPauseMs;
    timer = setTimeout(send, Math.min(Math.max(pauseMs, minPauseMs), maxPauseMs));
  };
  const send = async (again = false, isReached = false) => {
    // Browsers are now and then wrong about being offline; the server itself is not.
    if (navigator.onLine || isReached) {
      await sendDue({ again });
      await sendKeptMarks();
    }
    plan(await listOutbox());
  };
  const unwatch = watchOutbox((items) => {
    plan(items);
    if (items.some(({ state }) => state === "waiting")) void askForWorker();
  });
  addEventListener("online", () => void send(true), { signal });
  whenReached(() => {
    if (latest.some((item) => mayGo(item, Date.now()))) void send(true, true);
  }, signal);
  document.addEventListener("visibilitychange", () => {
    // A phone may end a hidden page without another word.
    if (document.visibilityState === "hidden") handOver(latest);
    else void send(true);
  }, { signal });
  addEventListener("pagehide", () => handOver(latest), { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    unwatch();
  });
  void send(true);
}

async function askForWorker(): Promise<void> {
  await askForSync(await navigator.serviceWorker?.getRegistration(scope));
}

function handOver(items: OutboxItem[]): void {
  const stateOf = ({ id }: OutboxItem) => items.find((item) => item.id === id)?.state;
  const answers = ownAnswers().filter(({ item }) => (stateOf(item) ?? "waiting") === "waiting");
  if (answers.length === 0) return;
  const message: PageMessage = {
    kind: "send",
    ids: answers.map(({ item }) => item.id),
    unkept: answers.filter(({ isKept }) => !isKept).map(({ item }) => item),
  };
  const worker = navigator.serviceWorker?.controller;
  if (worker) return worker.postMessage(message);
  // Not what another tab may have undone.
  for (const { item, isKept } of answers) if (!isKept || stateOf(item)) sendLastly(item);
}

/**
 * A newer build takes over while nobody looks, unless an answer waits; then the page is loaded
 * anew.
 */
function keepNew(registration: ServiceWorkerRegistration, mayReload: () => boolean): void {
  const { serviceWorker } = navigator;
  let isOutdated = false;
  let lookedAt = Date.now();
  // The first worker of all takes over a page that is of the same build.
  let hadWorker = serviceWorker.controller !== null;
  const renew = async () => {
    if (document.visibilityState !== "hidden" || !mayReload()) return;
    if (isOutdated) return location.reload();
    const isWaiting = (await listOutbox()).some(({ state }) =>
      state === "waiting" || state === "sending"
    );
    const message: PageMessage = { kind: "take-over" };
    if (!isWaiting) registration.waiting?.postMessage(message);
  };
  serviceWorker.addEventListener("controllerchange", () => {
    isOutdated = hadWorker;
    hadWorker = true;
    void renew();
  });
  document.addEventListener("visibilitychange", () => {
    void renew();
    if (document.visibilityState === "hidden" || Date.now() - lookedAt < updateMs) return;
    lookedAt = Date.now();
    registration.update().catch(() => {});
  });
}
