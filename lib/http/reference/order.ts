import type { Group, Operation } from "@/lib/http/reference/page.ts";

type Placed = Pick<Operation, "method" | "path">;

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Orders by path, a collection before its records and their verbs, then by method. */
export function byPath(a: Placed, b: Placed): number {
  const [ours, theirs] = [segmentsOf(a.path), segmentsOf(b.path)];
  for (const [at, segment] of ours.entries()) {
    const other = theirs[at];
    if (other === undefined) return 1;
    // `{` sorts behind every letter: names come before parameters.
    if (segment !== other) return segment < other ? -1 : 1;
  }
  if (theirs.length > ours.length) return -1;
  return methods.indexOf(a.method) - methods.indexOf(b.method);
}

const mostUndivided = 12;

/**
 * Divides a large section by the first noun that differs in its paths; a file goes with its list.
 */
export function divide(operations: Operation[]): Group[] {
  if (operations.length === 0) return [];
  if (operations.length <= mostUndivided) return [{ name: null, operations }];
  const at = sharedSegments(operations.map(({ path }) => segmentsOf(path)));
  const byNoun = Map.groupBy(
    operations,
    ({ path }) => (segmentsOf(path)[at] ?? "").replace(/\.csv$/, ""),
  );
  return [...byNoun].map(([noun, own]) => ({ name: inWords(noun), operations: own }));
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

function sharedSegments([first = [], ...others]: string[][]): number {
  const at = first.findIndex((segment, n) => others.some((other) => other[n] !== segment));
  return Math.max(at, 0);
}

function inWords(segment: string): string {
  const words = segment.replace(/[{}]/g, "").replace(/[-_]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function anchorOf(section: string, group?: string): string {
  const names = group === undefined ? [section] : [section, group];
  return ["section", ...names].map((name) => name.toLowerCase().replace(/[^\w]+/g, "-")).join("-");
}
