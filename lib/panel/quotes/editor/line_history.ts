import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { cells, type GridLine, isBlank } from "@/lib/panel/quotes/editor/lines.ts";
import type { Language } from "@/lib/words/language.ts";

/**
 * Undo and redo of a quotation's lines. A step takes back only what it changed itself: a line or
 * cell that differs by now from what the step left, because somebody else changed it, stays.
 */

/** The lines before and after a change; blank ones count as absent. */
export interface Step {
  before: readonly GridLine[];
  after: readonly GridLine[];
}

const parts = [...cells, "description", "product_id", "sku"] as const;
type Part = (typeof parts)[number];
const numeric: readonly Part[] = ["quantity", "unit_price", "discount_percent", "tax_rate"];

export interface LinePlace {
  key: string;
  cell: Exclude<Part, "product_id" | "sku">;
}

export interface Reverted {
  lines: GridLine[];
  /** The first cell that changed; null if none did. */
  place: LinePlace | null;
  /** Whether something was left because it has changed since. */
  isPartial: boolean;
}

const maxSteps = 200;

/** @returns an empty history; it lives as long as its page */
export function createHistory(language: Language) {
  const done: Step[] = [];
  const undone: Step[] = [];
  /** Changes of this group join the last step. */
  let open: string | undefined;

  function turn(step: Step | undefined, lines: readonly GridLine[], to: Step[]): Reverted | null {
    if (!step) return null;
    open = undefined;
    const reverted = revert(step, lines, language);
    const back = { before: lines, after: reverted.lines };
    if (isChange(back)) to.push(back);
    return reverted;
  }

  return {
    /** @returns the step; null if nothing but blank lines changed */
    record({ before, after }: Step, group?: string): Step | null {
      const isJoined = group !== undefined && group === open;
      open = group;
      const last = isJoined ? done.pop() : undefined;
      const step = { before: last?.before ?? before, after };
      if (isChange({ before, after })) undone.length = 0;
      if (!isChange(step)) {
        open = undefined;
        return null;
      }
      done.push(step);
      if (done.length > maxSteps) done.shift();
      return step;
    },
    /** The next change is a step of its own. */
    close(): void {
      open = undefined;
    },
    /** Takes back the last step, or the given one unless that was taken back already. */
    undo(lines: readonly GridLine[], step = done.at(-1)): Reverted | null {
      const at = done.lastIndexOf(step!);
      return at < 0 ? null : turn(done.splice(at, 1)[0], lines, undone);
    },
    redo(lines: readonly GridLine[]): Reverted | null {
      return turn(undone.pop(), lines, done);
    },
  };
}

function isChange({ before, after }: Step): boolean {
  const [was, is] = [before, after].map((lines) => lines.filter((line) => !isBlank(line)));
  return was!.length !== is!.length ||
    was!.some((line, at) =>
      line.key !== is![at]!.key || !parts.every((part) => isEqual(part, line, is![at]!))
    );
}

/** Takes back a step from the lines as they are now. */
export function revert(step: Step, lines: readonly GridLine[], language: Language): Reverted {
  const was = filled(step.before);
  const is = filled(step.after);
  const blanks = new Map(step.before.filter(isBlank).map((line) => [line.key, line]));
  const places: LinePlace[] = [];
  let isPartial = false;

  const changed = lines.flatMap((line): GridLine[] => {
    const from = is.get(line.key);
    const to = was.get(line.key) ?? blanks.get(line.key);
    if (from && was.has(line.key)) {
      const names = parts.filter((part) => !isEqual(part, was.get(line.key)!, from));
      const own = names.filter((part) => isSame(part, line, from, language));
      if (own.length < names.length) isPartial = true;
      if (own.length > 0) places.push({ key: line.key, cell: cellOf(own) });
      return [{ ...line, ...partsOf(to!, own) }];
    }
    if (from) {
      if (!parts.every((part) => isSame(part, line, from, language))) {
        isPartial = true;
        return [line];
      }
      return to ? [{ ...line, ...partsOf(to, parts) }] : [];
    }
    return to && isBlank(line) ? [{ ...line, ...partsOf(to, parts) }] : [line];
  });

  const gone = [...is].filter(([key]) => was.has(key) && !lines.some((line) => line.key === key));
  if (gone.some(([key, line]) => !parts.every((part) => isEqual(part, was.get(key)!, line)))) {
    isPartial = true;
  }
  const missing = step.before.filter((line) =>
    was.has(line.key) && !is.has(line.key) &&
    !changed.some(({ key, id }) => key === line.key || (id !== null && id === line.id))
  );
  for (const line of missing) {
    const above = step.before.slice(0, step.before.indexOf(line)).reverse();
    const at = above.map(({ key }) => changed.findIndex((one) => one.key === key))
      .find((index) => index >= 0);
    changed.splice(at === undefined ? 0 : at + 1, 0, line);
  }
  const ordered = inOrder({ was, is, lines: changed });
  const result = withoutSpareBlanks(ordered.lines);
  const first = result.find((line) => was.has(line.key) && !is.has(line.key));
  const index = lines.findIndex(({ key }) => is.has(key) && !was.has(key));
  const under = result[Math.min(index, result.length - 1)];
  const place = places[0] ??
    (first && { key: first.key, cell: "name" as const }) ??
    (ordered.moved ? { key: ordered.moved, cell: "name" as const } : undefined) ??
    (index >= 0 && under ? { key: under.key, cell: "name" as const } : null);
  return { lines: result, place, isPartial: isPartial || ordered.isPartial };
}

function filled(lines: readonly GridLine[]): Map<string, GridLine> {
  return new Map(lines.filter((line) => !isBlank(line)).map((line) => [line.key, line]));
}

function partsOf(line: GridLine, names: readonly Part[]): Partial<GridLine> {
  return Object.fromEntries(names.map((part) => [part, line[part]]));
}

/** Details that are open and still empty are none. */
function isEqual(part: Part, one: GridLine, other: GridLine): boolean {
  return (one[part] ?? "") === (other[part] ?? "");
}

/** A number is the same in any form: "35.5" becomes "35,50" when its cell is left. */
function isSame(part: Part, one: GridLine, other: GridLine, language: Language): boolean {
  if (isEqual(part, one, other)) return true;
  if (!numeric.includes(part)) return false;
  const [a, b] = [one, other].map((line) => parseDecimal(String(line[part]), language));
  return a !== undefined && a === b;
}

/** A product changes several cells, and was chosen by its name. */
function cellOf(names: readonly Part[]): LinePlace["cell"] {
  if (names.includes("product_id")) return "name";
  return names[0] as LinePlace["cell"];
}

interface Ordering {
  was: Map<string, GridLine>;
  is: Map<string, GridLine>;
  lines: GridLine[];
}

/** Takes back a move, unless somebody has moved the lines since. */
function inOrder({ was, is, lines }: Ordering) {
  const isBoth = (key: string) => was.has(key) && is.has(key);
  const slots = lines.flatMap(({ key }, at) => isBoth(key) ? [at] : []);
  const here = slots.map((at) => lines[at]!.key);
  const orderOf = (of: Map<string, GridLine>) => [...of.keys()].filter((key) => here.includes(key));
  const [before, after] = [orderOf(was), orderOf(is)];
  const differ = (one: string[], other: string[]) => one.some((key, at) => key !== other[at]);
  if (!differ(before, after)) return { lines, moved: null, isPartial: false };
  if (differ(here, after)) return { lines, moved: null, isPartial: differ(here, before) };
  const byKey = new Map(lines.map((line) => [line.key, line]));
  const ordered = [...lines];
  for (const [at, slot] of slots.entries()) ordered[slot] = byKey.get(before[at]!)!;
  const from = before.findIndex((key, at) => key !== after[at]);
  // A line that went down left its place to the next one.
  const isDown = before[from + 1] === after[from];
  return { lines: ordered, moved: isDown ? before[from]! : after[from]!, isPartial: false };
}

/** One blank line at the end is enough. */
function withoutSpareBlanks(lines: GridLine[]): GridLine[] {
  const rest = [...lines];
  while (rest.length > 1 && isBlank(rest.at(-1)!) && isBlank(rest.at(-2)!)) rest.pop();
  return rest;
}
