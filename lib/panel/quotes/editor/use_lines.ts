import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import {
  blankLine,
  type GridLine,
  gridLine,
  isBlank,
  isSaved,
  type Notation,
  readLine,
  saveable,
  type SavedLine,
} from "@/lib/panel/quotes/editor/lines.ts";
import { createHistory, type Reverted, type Step } from "@/lib/panel/quotes/editor/line_history.ts";
import {
  type LineClash,
  mergeLines,
  takeTheirs,
  withBlank,
} from "@/lib/panel/quotes/editor/merge_lines.ts";
import { learnQuote, offerFlush, type QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { type Refused, refusedCells, stillRefused } from "@/lib/panel/quotes/editor/refused.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useRestored } from "@/lib/panel/page/use_restored.ts";
import { type Attempt, useOnline, useSaveQueue } from "@/lib/panel/save/save_queue.ts";
import { forgetUnsaved, keepUnsaved, readUnsaved } from "@/lib/panel/save/unsaved.ts";
import { pathOf, type RecordChange, recordsChanged } from "@/lib/panel/live/change.ts";
import type { SaveState } from "@/lib/panel/save/save.ts";
import type { Language } from "@/lib/words/language.ts";

const waitMs = 600;
/** Pause before a retry of a save that failed for another reason than its lines. */
const againMs = 10_000;
const maxConflicts = 5;

interface Options {
  quote: QuoteNow;
  companyId: number;
  language: Language;
}

/** How a change can be undone. */
export interface Changing {
  /** Changes of the same group, one after the other, are one step. */
  group?: string;
  /** Adds no undo step: the same value in another form, or a choice in a dialog. */
  isUnrecorded?: boolean;
}
export type Change = (make: (lines: GridLine[]) => GridLine[], how?: Changing) => Step | null;

interface Work {
  lines: GridLine[];
  /** The lines as last saved. */
  base: readonly SavedLine[];
  version: number;
}

/**
 * Saves a draft's lines automatically, one save at a time. Other people's changes are merged; only
 * a cell that both changed is asked about. Unsent changes are kept in this browser.
 */
export function useLines({ quote, companyId, language }: Options) {
  const path = `quotes/${quote.id}`;
  const kept = `${path}/lines`;
  const who = { companyId, language };
  const notation = { language, currency: quote.currency };
  const isDraft = quote.status === "draft";
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const [clashes, setClashes] = useState<LineClash[]>([]);
  const [refused, setRefused] = useState<Refused>({});
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const work = useRef<Work>(null!);
  work.current ??= begin(quote, notation);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const queue = useSaveQueue(attempt);
  const asking = useRef<LineClash[]>([]);
  const sent = useRef(new Set<string>());
  /** Saved lines that a save has left out: one that comes back is a new line. */
  const dropped = useRef(new Set<number>());
  const held = useRef<ReturnType<typeof createHistory>>(null!);
  const history = held.current ??= createHistory(language);
  /** Saves in a row that met a newer version. */
  const conflicts = useRef(0);
  const canSave = useRef(isDraft);
  canSave.current = isDraft;

  const toSend = () => saveable(work.current.lines, language, work.current.base);
  const isClean = () => isSaved(toSend(), work.current.base);

  function put(lines: GridLine[]) {
    work.current.lines = withBlank(lines, blankLine);
    draw(0);
  }

  function keep() {
    forgetUnsaved(companyId, kept, ["lines"]);
    const lines = work.current.lines.filter((line) => !isBlank(line));
    const means = lines.some((line) =>
      line.id === null || readLine(line, language, savedOf(line)).wrong.length > 0
    );
    if (isClean() && !means) return;
    keepUnsaved(companyId, kept, { values: { lines }, base: { lines: work.current.base } });
  }

  const savedOf = ({ id }: GridLine) => work.current.base.find((line) => line.id === id);

  const change: Change = (make, { group, isUnrecorded } = {}) => {
    const before = work.current.lines;
    put(make(before));
    setRefused((said) => stillRefused(said, before, work.current.lines));
    saveSoon();
    return isUnrecorded ? null : history.record({ before, after: work.current.lines }, group);
  };

  /** @returns the reverted change; null if there was nothing to undo or redo */
  function revert(how: "undo" | "redo", step?: Step): Reverted | null {
    if (!canSave.current) return null;
    const reverted = history[how](work.current.lines, step);
    if (!reverted) return null;
    const isDropped = ({ id }: GridLine) => id !== null && dropped.current.has(id);
    put(reverted.lines.map((line) => (isDropped(line) ? { ...line, id: null } : line)));
    saveSoon();
    return reverted;
  }

  /** Saving waits for a short pause. */
  function saveSoon() {
    keep();
    clearTimeout(timer.current);
    timer.current = setTimeout(save, waitMs);
  }

  /** Merges what somebody else saved. */
  function receive(theirs: QuoteNow) {
    // Later input is a step without their changes.
    history.close();
    const { base, lines } = work.current;
    const merged = mergeLines(
      { base, mine: lines, theirs: theirs.lines, sent: sent.current },
      notation,
    );
    work.current = { ...work.current, base: theirs.lines, version: theirs.version };
    put(merged.lines);
    learnQuote(theirs);
    if (merged.clashes.length > 0) {
      asking.current = [...asking.current, ...merged.clashes];
      setClashes(asking.current);
    }
    keep();
  }

  /** @returns whether all is saved */
  function save(): Promise<boolean> {
    clearTimeout(timer.current);
    return queue.run();
  }

  function attempt(): Promise<Attempt> | null {
    if (isClean()) {
      // The changes that failed to save were undone.
      setState((before) => before.kind === "failed" ? { kind: "idle" } : before);
      return null;
    }
    if (!canSave.current || asking.current.length > 0) return Promise.resolve("wait");
    return sendLines();
  }

  async function sendLines(): Promise<Attempt> {
    setState({ kind: "saving" });
    const lines = toSend();
    for (const { key } of lines) sent.current.add(key);
    for (const { id } of work.current.base) {
      if (!lines.some((line) => line.id === id)) dropped.current.add(id);
    }
    const outcome = await callApi<QuoteNow>(`${path}/lines`, {
      ...who,
      method: "PUT",
      json: {
        lines: lines.map(({ id, values }) => (id === null ? values : { id, ...values })),
        version: work.current.version,
      },
    });
    if (outcome.ok) {
      settle(outcome.data, lines);
      return "again";
    }
    const isStale = outcome.why === "refused" && outcome.code === "version_conflict";
    const read = isStale && ++conflicts.current < maxConflicts
      ? await callApi<QuoteNow>(path, who)
      : null;
    if (read?.ok) {
      receive(read.data);
      if (isClean()) setState({ kind: "saved", at: new Date() });
      return "again";
    }
    await fail(read && !read.ok ? read : outcome, lines.map(({ key }) => key));
    return "wait";
  }

  function settle(saved: QuoteNow, lines: ReturnType<typeof toSend>) {
    const ids = new Map(lines.map(({ key }, at) => [key, saved.lines[at]!.id]));
    const held = work.current.lines.map((line) => ({ ...line, id: ids.get(line.key) ?? line.id }));
    // Sent input counts as saved even if the server cleaned it, so typing goes on.
    const base = saved.lines.map((line, at) => ({ ...line, ...lines[at]!.values }));
    work.current = { lines: held, base, version: saved.version };
    sent.current.clear();
    setRefused({});
    conflicts.current = 0;
    const newest = learnQuote(saved);
    if (newest.version > saved.version) receive(newest);
    else keep();
    draw(0);
    if (!isClean()) return;
    setState({ kind: "saved", at: new Date() });
    refreshRegions(["document", "history"]);
  }

  async function fail(outcome: Exclude<Outcome<QuoteNow>, { ok: true }>, keys: string[]) {
    if (outcome.why === "refused") {
      setRefused(refusedCells(outcome.fields, keys));
      if (outcome.code === "invalid_transition") {
        // Somebody sent the quotation meanwhile: the hidden lines wait here for a recall.
        showToast({ text: failureText(outcome, language), isFailure: true });
        await refreshRegions();
      }
    }
    const text = failureText(outcome, language);
    setState({ kind: "failed", text, isOffline: outcome.why === "network" });
    conflicts.current = 0;
    // Refused lines are not sent again until something changes.
    const isTheirFault = outcome.why === "refused" && outcome.status < 500;
    if (!isTheirFault) timer.current = setTimeout(save, againMs);
  }

  /** Ends a clash with the chosen cells. */
  function resolve(chosen: Record<string, "mine" | "theirs">) {
    const lost = asking.current.filter(({ name }) => chosen[name] === "theirs");
    asking.current = [];
    setClashes([]);
    change((lines) =>
      lines.map((line) =>
        lost.filter((clash) => clash.line === line.key)
          .reduce((taken, clash) => takeTheirs(taken, clash, notation), line)
      ), { isUnrecorded: true });
  }

  useEffect(() => {
    if (!isDraft) return;
    const before = readUnsaved(companyId, kept);
    const lines = before?.values.lines as GridLine[] | undefined;
    if (lines) {
      // Keys of an earlier visit may belong to other lines here.
      const mine = lines.map((line) => ({
        ...line,
        key: line.id ? `line-${line.id}` : blankLine().key,
      }));
      for (const { key } of mine) sent.current.add(key);
      const base = before!.base.lines as SavedLine[];
      work.current = { ...work.current, base, lines: mine };
      receive({ ...quote, lines: quote.lines });
      save();
    }
    const changed = async (event: Event) => {
      const { detail } = event as CustomEvent<RecordChange[]>;
      if (!detail.some((change) => pathOf(change) === path)) return;
      const read = await callApi<QuoteNow>(path, who);
      if (read.ok) learnQuote(read.data);
    };
    document.addEventListener(recordsChanged, changed);
    offerFlush(save);
    return () => {
      document.removeEventListener(recordsChanged, changed);
      clearTimeout(timer.current);
      offerFlush(null);
    };
  }, [isDraft]);
  useRestored();
  useOnline(() => isDraft && save());

  useEffect(() => {
    if (quote.version > work.current.version && !queue.isRunning()) receive(quote);
  }, [quote.version]);

  const { lines, base } = work.current;
  return { lines, base, change, revert, save, state, refused, clashes, resolve };
}

export type Lines = ReturnType<typeof useLines>;

function begin({ lines, version }: QuoteNow, notation: Notation): Work {
  const typed = lines.map((line) => gridLine(line, notation));
  return { lines: withBlank(typed, () => blankLine("new-0")), base: lines, version };
}
