import { type RecordChange, recordsChanged } from "@/lib/panel/live/change.ts";
import { originOf } from "@/lib/panel/api/call_api.ts";
import { concerns, isOwnPage, shownNow } from "@/lib/panel/live/concern.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";

const gatherMs = 200;
/** Wait before asking again while this tab's own write is under way. */
const againMs = 300;
/** Counts of the sections are redrawn at most this often. */
const countsMs = 5_000;
const gone = ["deleted", "erased", "merged_away"];
const back = ["restored", "unmerged"];
const counted = ["contact", "opportunity", "quote", "task"];

interface Options {
  me: number;
  since: string;
  onTrashed(change: RecordChange | null): void;
}

/** Draws what others change on this page, when nobody is at work on it. */
export function createRedraw({ me, since, onTrashed }: Options) {
  let heard: { change: RecordChange; at: number }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let countsTimer: ReturnType<typeof setTimeout> | undefined;
  let isStale = false;
  let isRunning = false;

  function later(ms: number) {
    timer ??= setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  }

  async function run() {
    if (isRunning || isHeld()) return later(againMs);
    const mine = heard.map(({ change, at }) =>
      change.actor?.id !== me ? "elsewhere" as const : originOf(at)
    );
    if (mine.includes("pending")) return later(againMs);
    // A merge is made on the other record's page: to this page it is another tab's.
    const changes = heard.map(({ change }) => change)
      .filter(({ verb }, index) => mine[index] === "elsewhere" || verb === "merged_away");
    heard = [];
    const page = shownNow();
    const outcome = changes.findLast((change) =>
      isOwnPage(change, page.path) && [...gone, ...back].includes(change.verb)
    );
    // Its page can no longer be read.
    if (outcome && gone.includes(outcome.verb)) return onTrashed(outcome);
    if (outcome) onTrashed(null);
    if (changes.length > 0) {
      document.dispatchEvent(new CustomEvent(recordsChanged, { detail: changes }));
    }
    if (isStale || changes.some((change) => concerns(change, page))) {
      isRunning = true;
      isStale = false;
      // Tried again with the next change, or when focus moves.
      if (!await refreshRegions(undefined, { leave })) isStale = true;
      isRunning = false;
    } else if (changes.some(({ noun }) => counted.includes(noun))) {
      countsTimer ??= setTimeout(() => {
        countsTimer = undefined;
        refreshRegions(["places"]);
      }, countsMs);
    }
  }

  function leave(region: HTMLElement): boolean {
    const isCarried = isHeld();
    const isBusy = isCarried || isAtWork(region);
    isStale ||= isBusy;
    if (isCarried) later(againMs);
    return isBusy;
  }

  const freed = () => {
    if (isStale) later(againMs);
  };
  document.addEventListener("focusout", freed);
  document.addEventListener("toggle", freed, true);

  return {
    hear(change: RecordChange) {
      if (change.actor?.id === me && change.at < since) return;
      heard.push({ change, at: performance.now() });
      later(gatherMs);
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(countsTimer);
      document.removeEventListener("focusout", freed);
      document.removeEventListener("toggle", freed, true);
    },
  };
}

function isHeld(): boolean {
  return document.documentElement.hasAttribute("data-carrying");
}

function isAtWork(region: HTMLElement): boolean {
  const { activeElement } = document;
  const isTyping = activeElement !== null && region.contains(activeElement) &&
    activeElement.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");
  return isTyping || region.querySelector(":popover-open") !== null;
}
