/** How a run went. */
import { foldersOf } from "./files.ts";
import { inSeconds } from "./progress.ts";
import type { Counts, GroupResult } from "./run_group.ts";

interface RunFacts {
  /** The number of files that were to run. */
  all: number;
  interrupted: boolean;
  leftOut: string[];
}

/** Prints how it went, the counts last and alone on their line; returns the exit code. */
export function report(results: GroupResult[], { all, interrupted, leftOut }: RunFacts): number {
  const { passed, failed, ignored } = sum(results);
  if (results.length > 1) {
    console.log("\nseconds per folder:");
    for (const [folder, ms] of secondsByFolder(results)) {
      console.log(`  ${folder.padEnd(12)} ${inSeconds(ms).padStart(9)}`);
    }
  }
  for (const { failures } of results.filter(({ failed }) => failed)) {
    for (const failure of failures) console.log(`FAILED ${failure}`);
  }
  if (ignored) leftOut.push(`${ignored} ignored ${ignored === 1 ? "test" : "tests"}`);
  if (leftOut.length) console.log(`left out: ${leftOut.join(", ")}`);
  const incomplete = leftOut.length > 0 && Deno.env.get("REQUIRE_ALL") === "1";
  if (incomplete) console.log("REQUIRE_ALL=1: a run that leaves something out counts as failed");
  if (interrupted) {
    const ended = results.flatMap(({ group }) => group).length;
    console.log(`interrupted, ${all - ended} of ${all} files had not ended`);
  }
  if (passed + failed === 0) console.log("no test ran");
  console.log(`${passed} passed, ${failed} failed`);
  if (interrupted) return 130;
  return failed > 0 || passed === 0 || incomplete ? 1 : 0;
}

function sum(results: Counts[]): Counts {
  const total = { passed: 0, failed: 0, ignored: 0 };
  for (const { passed, failed, ignored } of results) {
    total.passed += passed;
    total.failed += failed;
    total.ignored += ignored;
  }
  return total;
}

/** The longest first. Groups that ran side by side count each their own time. */
function secondsByFolder(results: GroupResult[]): [string, number][] {
  const folders = Map.groupBy(results, ({ group }) => foldersOf(group));
  return [...folders]
    .map(([folder, of]): [string, number] => [folder, of.reduce((all, { ms }) => all + ms, 0)])
    .sort(([, a], [, b]) => b - a);
}
