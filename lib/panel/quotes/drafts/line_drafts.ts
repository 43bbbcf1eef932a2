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
import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { type Refused, refusedCells, stillRefused } from "@/lib/panel/quotes/drafts/refused.ts";
import { Autosave, type SaveTools } from "@/lib/panel/save/autosave.ts";
import type { Attempt } from "@/lib/panel/save/save_queue.ts";
import { unsavedAt, type UnsavedStore } from "@/lib/panel/save/unsaved.ts";
import type { Language } from "@/lib/words/language.ts";

const waitMs = 600;
const maxConflicts = 5;

/** A quotation as far as its lines go. */
interface Lined extends Pick<QuoteNow, "id" | "version" | "currency"> {
  lines: SavedLine[];
}

interface Options<Quote extends Lined> {
  quote: Quote;
  companyId: number;
  language: Language;
  /** Called after every change. */
  draw(): void;
  /** Tells the page of a version. @returns the newest that it has */
  learn(quote: Quote): Quote;
  onSaved(): void;
  /** Somebody sent the quotation meanwhile: the hidden lines wait here for a recall. */
  onClosed(text: string): Promise<unknown>;
}

/** How a change can be undone. */
export interface Changing {
  /** Changes of the same group, one after the other, are one step. */
  group?: string;
  /** Adds no undo step: the same value in another form, or a choice in a dialog. */
  isUnrecorded?: boolean;
}
export type Change = (make: (lines: GridLine[]) => GridLine[], how?: Changing) => Step | null;

type SentLines = ReturnType<typeof saveable>;

/**
 * A draft's lines until they are saved, one save at a time. Other people's changes are merged; only
 * a cell that both changed is asked about. Unsent changes are stored in this browser.
 */
export class LineDrafts<Quote extends Lined = QuoteNow> extends Autosave {
  lines: GridLine[];
  /** The lines as last saved. */
  base: readonly SavedLine[];
  version: number;
  refused: Refused = {};
  clashes: LineClash[] = [];
  /** Whether the quotation is a draft, as the page knows it. */
  isOpen = true;
  /** Lines that may have been saved although no answer came. */
  #sent = new Set<string>();
  /** Saved lines that a save has left out: one that comes back is a new line. */
  #dropped = new Set<number>();
  /** Saves in a row that met a newer version. */
  #conflicts = 0;
  #path: string;
  #history: ReturnType<typeof createHistory>;
  #unsaved: UnsavedStore;

  constructor(
    private readonly options: Options<Quote>,
    private readonly tools: Partial<SaveTools<Quote>> = {},
  ) {
    const { quote, language, draw } = options;
    super(draw, tools.clock);
    const typed = quote.lines.map((line) => gridLine(line, { language, currency: quote.currency }));
    this.lines = withBlank(typed, () => blankLine("new-0"));
    this.base = quote.lines;
    this.version = quote.version;
    this.#path = `quotes/${quote.id}`;
    this.#unsaved = unsavedAt(options.companyId, this.#key, tools.storage);
    this.#history = createHistory(language);
  }

  /** Merges what an earlier page could not send into the quotation, and sends it. */
  load(quote: Quote): void {
    const { values, base } = this.#unsaved.read();
    if (!values.lines) return;
    // Keys of an earlier visit may belong to other lines here.
    this.lines = (values.lines as GridLine[]).map((line) => ({
      ...line,
      key: line.id ? `line-${line.id}` : blankLine().key,
    }));
    for (const { key } of this.lines) this.#sent.add(key);
    this.base = base.lines as SavedLine[];
    this.#receive(quote);
    this.run();
  }

  change: Change = (make, { group, isUnrecorded } = {}) => {
    const before = this.lines;
    this.#put(make(before));
    this.refused = stillRefused(this.refused, before, this.lines);
    this.#saveSoon();
    return isUnrecorded ? null : this.#history.record({ before, after: this.lines }, group);
  };

  /** @returns the reverted change; null if there was nothing to undo or redo */
  revert = (how: "undo" | "redo", step?: Step): Reverted | null => {
    const reverted = this.isOpen ? this.#history[how](this.lines, step) : null;
    if (!reverted) return null;
    const isDropped = ({ id }: GridLine) => id !== null && this.#dropped.has(id);
    this.#put(reverted.lines.map((line) => (isDropped(line) ? { ...line, id: null } : line)));
    this.#saveSoon();
    return reverted;
  };

  /** Takes a newer version, unless the save under way will meet it. */
  follow(quote: Quote): void {
    if (quote.version > this.version && !this.isRunning) this.#receive(quote);
  }

  /** Ends a clash with the chosen cells. */
  resolve = (chosen: Record<string, "mine" | "theirs">): void => {
    const notation = this.#notation;
    const lost = this.clashes.filter(({ name }) => chosen[name] === "theirs");
    this.clashes = [];
    this.change((lines) =>
      lines.map((line) =>
        lost.filter((clash) => clash.line === line.key)
          .reduce((merged, clash) => takeTheirs(merged, clash, notation), line)
      ), { isUnrecorded: true });
  };

  get #notation(): Notation {
    const { language, quote: { currency } } = this.options;
    return { language, currency };
  }

  get #key(): string {
    return `${this.#path}/lines`;
  }

  #toSend(): SentLines {
    return saveable(this.lines, this.options.language, this.base);
  }

  #isClean(): boolean {
    return isSaved(this.#toSend(), this.base);
  }

  #put(lines: GridLine[]): void {
    this.lines = withBlank(lines, blankLine);
    this.draw();
  }

  /** Saving waits for a short pause. */
  #saveSoon(): void {
    this.#keep();
    this.runAfter(waitMs);
  }

  #keep(): void {
    const { language } = this.options;
    const lines = this.lines.filter((line) => !isBlank(line));
    const isMeant = (line: GridLine) =>
      line.id === null ||
      readLine(line, language, this.base.find(({ id }) => id === line.id)).wrong.length > 0;
    const isNothing = this.#isClean() && !lines.some(isMeant);
    if (isNothing) this.#unsaved.forget(["lines"]);
    else this.#unsaved.keep({ values: { lines }, base: { lines: this.base } });
  }

  /** Merges what somebody else saved. */
  #receive(theirs: Quote): void {
    // Later input is a step without their changes.
    this.#history.close();
    const merged = mergeLines(
      { base: this.base, mine: this.lines, theirs: theirs.lines, sent: this.#sent },
      this.#notation,
    );
    this.base = theirs.lines;
    this.version = theirs.version;
    this.#put(merged.lines);
    this.options.learn(theirs);
    if (merged.clashes.length > 0) this.clashes = [...this.clashes, ...merged.clashes];
    this.#keep();
  }

  protected override attempt(): Promise<Attempt> | null {
    if (this.#isClean()) {
      // The changes that failed to save were undone.
      this.calm();
      return null;
    }
    if (!this.isOpen || this.clashes.length > 0) return Promise.resolve("wait");
    return this.#send(this.#toSend());
  }

  async #send(lines: SentLines): Promise<Attempt> {
    const { companyId, language } = this.options;
    const { call = callApi<Quote, unknown> } = this.tools;
    this.begin();
    for (const { key } of lines) this.#sent.add(key);
    for (const { id } of this.base) {
      if (!lines.some((line) => line.id === id)) this.#dropped.add(id);
    }
    const json = {
      lines: lines.map(({ id, values }) => (id === null ? values : { id, ...values })),
      version: this.version,
    };
    const outcome = await call(this.#key, { companyId, language, method: "PUT", json });
    if (outcome.ok) {
      this.#settle(outcome.data, lines);
      return "again";
    }
    const isStale = outcome.why === "refused" && outcome.code === "version_conflict";
    const read = isStale && ++this.#conflicts < maxConflicts
      ? await call(this.#path, { companyId, language })
      : null;
    if (read?.ok) {
      this.#receive(read.data);
      if (this.#isClean()) this.saved();
      return "again";
    }
    await this.#refuse(read && !read.ok ? read : outcome, lines.map(({ key }) => key));
    return "wait";
  }

  #settle(quote: Quote, lines: SentLines): void {
    const ids = new Map(lines.map(({ key }, at) => [key, quote.lines[at]!.id]));
    this.lines = this.lines.map((line) => ({ ...line, id: ids.get(line.key) ?? line.id }));
    // Sent input counts as saved even if the server cleaned it, so typing goes on.
    this.base = quote.lines.map((line, at) => ({ ...line, ...lines[at]!.values }));
    this.version = quote.version;
    this.#sent.clear();
    this.refused = {};
    this.#conflicts = 0;
    const newest = this.options.learn(quote);
    if (newest.version > quote.version) this.#receive(newest);
    else this.#keep();
    this.draw();
    if (!this.#isClean()) return;
    this.saved();
    this.options.onSaved();
  }

  async #refuse(outcome: Exclude<Outcome<Quote>, { ok: true }>, keys: string[]): Promise<void> {
    const text = failureText(outcome, this.options.language);
    if (outcome.why === "refused") {
      this.refused = refusedCells(outcome.fields, keys);
      if (outcome.code === "invalid_transition") await this.options.onClosed(text);
    }
    this.#conflicts = 0;
    this.fail(outcome, text);
  }
}
