import type { RecordChange } from "@/lib/panel/live/change.ts";

/** After an answer that is no stream: no session, or too many streams. */
const refusedMs = 30_000;

interface Options {
  companyId: number;
  /** When the page was read, by the server's clock. */
  since: string;
  onChange(change: RecordChange): void;
}

/**
 * Follows the company's feed while the page is visible. It is closed on the way out, so that the
 * page can stay in the back-forward cache, and goes on from its place when the page is back.
 * Returns a stop function.
 */
export function followChanges({ companyId, since, onChange }: Options): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let place: string | null = null;

  function open() {
    clearTimeout(timer);
    if (source || document.visibilityState !== "visible") return;
    const query = new URLSearchParams({ company_id: String(companyId) });
    if (place) query.set("lastEventId", place);
    else query.set("since", since);
    const opened = source = new EventSource(`/api/admin/changes?${query}`);
    opened.addEventListener("ready", ({ lastEventId }) => (place ??= lastEventId));
    opened.addEventListener("change", (event) => {
      place = event.lastEventId;
      onChange(JSON.parse(event.data));
    });
    opened.addEventListener("error", () => {
      // It comes back by itself unless the answer was no stream.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      source = null;
      openIn(refusedMs);
    });
  }

  function openIn(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(open, ms);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") openIn(0);
    else close();
  }, { signal });
  addEventListener("pagehide", close, { signal });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) openIn(0);
  }, { signal });
  open();
  return () => {
    stop.abort();
    close();
  };
}
