/** How long each test took, read from what `deno test` printed. */
import { resolve } from "node:path";
import { type Group, ROOT } from "./files.ts";

export interface TestTime {
  name: string;
  file: string;
  ms: number;
}

interface Run {
  group: Group;
  ms: number;
  output: string;
}

/** The tests of a group in their order; those that were cut have no time. */
export function timesIn({ group, output }: Pick<Run, "group" | "output">): TestTime[] {
  const texts = group.map((file) => Deno.readTextFileSync(resolve(ROOT, file)));
  let file = group[0]!;
  return [...durationsIn(output)].map(([name, ms]) => {
    const plain = name.replace(/ \((?:postgres|pglite)\)$/, "");
    // A name that is put together is of the file of the test before it.
    const titled = group.filter((_, at) => hasTitle(texts[at]!, plain));
    if (titled.length === 1) file = titled[0]!;
    return { name, file, ms };
  });
}

function hasTitle(text: string, name: string): boolean {
  return text.includes(`"${name}"`) || text.includes(`\`${name}\``);
}

export function durationsIn(output: string): Map<string, number> {
  const durations = new Map<string, number>();
  let current = "";
  for (const line of withoutOutput(output).split("\n")) {
    const begun = line.match(/^(\S.*?) \.\.\./);
    if (begun) current = begun[1]!;
    // A long test is mentioned in between, and its end stands on a line of its own.
    const end = line.match(/^(?:\S.*? \.\.\.| (?:\.\.\.)?) ?(?:ok|FAILED)\b.*\(([\dmsµn]+)\)$/);
    if (end && current) durations.set(current, milliseconds(end[1]!));
  }
  return durations;
}

/** Without what the tests themselves printed. */
export function withoutOutput(output: string): string {
  return output.replace(
    /^-+ (?:post-test )?output -+$[^]*?(?:^-+ (?:post-test )?output end -+$|$(?![^]))/gm,
    "",
  );
}

const units: Record<string, number> = { m: 60_000, s: 1_000, ms: 1, µs: 0.001, ns: 0.000_001 };

function milliseconds(text: string): number {
  return [...text.matchAll(/(\d+)(ms|µs|ns|m|s)/g)]
    .reduce((all, [, count, unit]) => all + Number(count) * units[unit!]!, 0);
}

/** Time per folder, the longest first, and what groups needed beside their tests. */
export function timesByFolder(runs: Run[]): [folder: string, ms: number][] {
  const folders = new Map<string, number>();
  const add = (folder: string, ms: number) => folders.set(folder, (folders.get(folder) ?? 0) + ms);
  for (const run of runs) {
    let rest = run.ms;
    for (const { file, ms } of timesIn(run)) {
      add(file.split("/")[1]!, ms);
      rest -= ms;
    }
    add("(loading)", Math.max(0, rest));
  }
  return [...folders].sort(([, a], [, b]) => b - a);
}

export function slowestOf(runs: Run[], count: number): TestTime[] {
  return runs.flatMap(timesIn).sort((a, b) => b.ms - a.ms).slice(0, count);
}
