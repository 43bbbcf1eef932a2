import { watchSilence } from "@/lib/tools/heartbeat.ts";
import type { RecordChange } from "@/lib/panel/live/change.ts";

/** Wait after an answer that is no stream: no session, or too many streams. */
const refusedMs = 30_000;
/** Wait after no answer, or one of a proxy that does not reach the server either. */
const deadMs = 3_000;
/** A connection that is cut is often back at once. */
const troubleMs = 3_000;
const askMs = 5_000;

interface Options {
  companyId: number;
  since: string;
  onChange(change: RecordChange): void;
  onConnection(isLost: boolean): void;
}

/** Follows the feed while the page is visible; closed on leaving, for the back-forward cache. */
export function followChanges(options: Options): () => void {
  const { companyId, since, onChange, onConnection } = options;
  const stop = new AbortController();
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let trouble: ReturnType<typeof setTimeout> | undefined;
  let place: string | null = null;

  function open() {
    clearTimeout(timer);
    if (source || document.visibilityState !== "visible") return;
    const query = new URLSearchParams(place ? { lastEventId: place } : { since });
    query.set("company_id", String(companyId));
    const opened = source = new EventSource(`/api/admin/changes?${query}`);
    silence.heard();
    for (const name of ["open", "ready", "beat", "change"]) opened.addEventListener(name, heard);
    opened.addEventListener("ready", ({ lastEventId }) => (place ??= lastEventId));
    opened.addEventListener("change", (event) => {
      place = event.lastEventId;
      onChange(JSON.parse(event.data));
    });
    opened.addEventListener("error", () => {
      if (source !== opened) return;
      trouble ??= setTimeout(() => onConnection(true), troubleMs);
      // It comes back by itself unless the answer was no stream.
      if (opened.readyState !== EventSource.CLOSED) return;
      source = null;
      void ask();
    });
  }

  function heard() {
    silence.heard();
    calm();
    onConnection(false);
  }

  function calm() {
    clearTimeout(trouble);
    trouble = undefined;
  }

  async function ask() {
    const isUp = await isServerUp();
    if (stop.signal.aborted || source) return;
    calm();
    onConnection(!isUp);
    openIn(isUp ? refusedMs : deadMs);
  }

  function openIn(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(open, ms);
  }

  function close() {
    clearTimeout(timer);
    calm();
    source?.close();
    source = null;
  }

  function reopen() {
    close();
    open();
  }

  const silence = watchSilence((wasFrozen) => {
    if (!source) return;
    if (!wasFrozen) onConnection(true);
    reopen();
  });
  listenToPage({ resume: () => openIn(0), reopen, close }, stop.signal);
  open();
  return () => {
    stop.abort();
    silence.stop();
    close();
  };
}

interface Connection {
  resume(): void;
  reopen(): void;
  close(): void;
}

function listenToPage({ resume, reopen, close }: Connection, signal: AbortSignal): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") resume();
    else close();
  }, { signal });
  addEventListener("pagehide", close, { signal });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) resume();
  }, { signal });
  addEventListener("online", reopen, { signal });
}

async function isServerUp(): Promise<boolean> {
  try {
    const options = { redirect: "manual", signal: AbortSignal.timeout(askMs) } as const;
    return (await fetch("/healthz", { cache: "no-store", ...options })).status < 500;
  } catch {
    return false;
  }
}
