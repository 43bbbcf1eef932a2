import type { Clash } from "@/lib/panel/save/save.ts";
import {
  type Cell,
  cells,
  differing,
  type GridLine,
  gridLine,
  isBlank,
  type LineValues,
  type Notation,
  readLine,
  type SavedLine,
  textsOf,
} from "@/lib/panel/quotes/editor/lines.ts";

/** Three-way merge of two people's changes to a quotation's lines. */

/** A cell that both changed; `name` is `<line's key>.<cell>`. */
export interface LineClash extends Clash {
  line: string;
  cell: keyof LineValues;
}

interface Sides {
  /** The lines that both began with. */
  base: readonly SavedLine[];
  mine: readonly GridLine[];
  theirs: readonly SavedLine[];
  /** My lines that may have been saved although no answer came. */
  sent?: ReadonlySet<string>;
}

/**
 * Changes, additions and removals of one side apply; a line that one side removed and the other
 * changed stays. A cell that both changed keeps mine and is a clash.
 */
export function mergeLines(
  { base, mine, theirs, sent = new Set() }: Sides,
  notation: Notation,
): { lines: GridLine[]; clashes: LineClash[] } {
  const before = new Map(base.map((line) => [line.id, line]));
  const now = new Map(theirs.map((line) => [line.id, line]));
  const clashes: LineClash[] = [];
  const arrived = new Set<number>();

  const adopt = (line: GridLine): GridLine => {
    if (line.id !== null || !sent.has(line.key)) return line;
    const { values } = readLine(line, notation.language);
    const same = theirs.find((one) =>
      !before.has(one.id) && !arrived.has(one.id) && differing(one, values).length === 0
    );
    if (!same) return line;
    arrived.add(same.id);
    return { ...line, id: same.id };
  };

  const lines = mine.map(adopt).flatMap((line): GridLine[] => {
    const was = before.get(line.id ?? 0);
    const is = now.get(line.id ?? 0);
    if (!was) return [is ? line : { ...line, id: null }];
    if (isBlank(line)) {
      return is && differing(is, was).length > 0 ? [gridLine(is, notation)] : [line];
    }
    const mineChanged = differing(readLine(line, notation.language, was).values, was);
    if (!is) return mineChanged.length > 0 ? [{ ...line, id: null }] : [];
    const joined = joinLine({ line, was, is, mineChanged }, notation);
    clashes.push(...joined.clashes);
    return [joined.line];
  });

  const ids = new Set(lines.map(({ id }) => id));
  const added = theirs.filter((line) => {
    if (ids.has(line.id)) return false;
    const was = before.get(line.id);
    return !was || differing(line, was).length > 0;
  });
  return { lines: inOrder({ base, theirs, lines, added }, notation), clashes };
}

interface Joining {
  line: GridLine;
  was: SavedLine;
  is: SavedLine;
  mineChanged: (keyof LineValues)[];
}

function joinLine({ line, was, is, mineChanged }: Joining, notation: Notation) {
  const mine = readLine(line, notation.language, was).values;
  const texts = textsOf(is, notation);
  const joined: GridLine = { ...line };
  const clashes: LineClash[] = [];
  for (const name of differing(is, was)) {
    if (mineChanged.includes(name)) {
      if (mine[name] === is[name]) continue;
      clashes.push({
        name: `${line.key}.${name}`,
        line: line.key,
        cell: name,
        mine: mine[name],
        theirs: is[name],
      });
    } else if (cells.includes(name as Cell)) joined[name as Cell] = texts[name as Cell];
    else Object.assign(joined, { [name]: is[name] });
  }
  return { line: joined, clashes };
}

interface Ordering {
  base: readonly SavedLine[];
  theirs: readonly SavedLine[];
  lines: GridLine[];
  added: SavedLine[];
}

/** My order if I changed it, else theirs; added lines stay below the one they were put below. */
function inOrder({ base, theirs, lines, added }: Ordering, notation: Notation): GridLine[] {
  const rank = (ids: readonly (number | null)[]) => new Map(ids.map((id, at) => [id, at]));
  const old = rank(base.map(({ id }) => id));
  const mineIds = lines.flatMap(({ id }) => old.has(id) ? [id!] : []);
  const isMoved = mineIds.some((id, at) => at > 0 && old.get(id)! < old.get(mineIds[at - 1]!)!);
  const ordered = [...lines];
  if (!isMoved) {
    const place = rank(theirs.map(({ id }) => id));
    const sorted = lines.filter(({ id }) => place.has(id))
      .sort((a, b) => place.get(a.id)! - place.get(b.id)!);
    for (const [at, line] of lines.entries()) {
      if (place.has(line.id)) ordered[at] = sorted.shift()!;
    }
  }
  for (const line of added) {
    const above = theirs.slice(0, theirs.indexOf(line)).map(({ id }) => id).reverse();
    const at = above.map((id) => ordered.findIndex((one) => one.id === id)).find((to) => to >= 0);
    ordered.splice(at === undefined ? 0 : at + 1, 0, gridLine(line, notation));
  }
  return ordered;
}

export function takeTheirs(line: GridLine, { cell, theirs }: LineClash, notation: Notation) {
  if (!cells.includes(cell as Cell)) return { ...line, [cell]: theirs };
  const values = { ...readLine(line, notation.language).values, [cell]: theirs } as LineValues;
  return { ...line, [cell]: textsOf(values, notation)[cell as Cell] };
}

export function withBlank(lines: readonly GridLine[], blank: () => GridLine): GridLine[] {
  const last = lines.at(-1);
  return last && isBlank(last) ? [...lines] : [...lines, blank()];
}
