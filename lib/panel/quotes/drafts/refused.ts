import type { GridLine } from "@/lib/panel/quotes/editor/lines.ts";

/** Cells that the server refused, by `<line's key>.<cell>`, with its words. */
export type Refused = Record<string, string>;

/** The fields of a refusal, `lines.<index>.<cell>`, by the keys of the lines that were sent. */
export function refusedCells(fields: Record<string, string>, keys: readonly string[]): Refused {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => {
      const [, at, cell] = name.split(".");
      return [`${keys[Number(at)]}.${cell}`, text];
    }),
  );
}

/** The refusals left after a change: a cell with another text by now is judged anew. */
export function stillRefused(
  refused: Refused,
  before: readonly GridLine[],
  after: readonly GridLine[],
): Refused {
  const rest = Object.entries(refused).filter(([name]) => {
    const [key, cell] = name.split(".") as [string, keyof GridLine];
    const textIn = (lines: readonly GridLine[]) => lines.find((line) => line.key === key)?.[cell];
    return textIn(before) === textIn(after);
  });
  return Object.fromEntries(rest);
}
