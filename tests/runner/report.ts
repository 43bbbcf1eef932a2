/** How a run went. */
import { inSeconds } from "./progress.ts";
import type { Counts, GroupResult } from "./run_group.ts";
import { slowestOf, timesByFolder } from "./times.ts";

const slowest = 30;

interface RunFacts {
  /** The number of files that were to run. */
  all: number;
  interrupted: boolean;
  leftOut: string[];
  /** What asks statements that no test of plans has met. */
  unmet: string[];
}

/** Prints how it went, the counts last and alone on their line; returns the exit code. */
export function report(
  results: GroupResult[],
  { all, interrupted, leftOut, unmet }: RunFacts,
): number {
  const { passed, failed, ignored } = sum(results);
  if (results.length > 1) {
    // Groups that ran side by side count each their own time.
    console.log("\nseconds per folder:");
    for (const [folder, ms] of timesByFolder(results)) {
      console.log(`  ${inSeconds(ms).padStart(9)} ${folder}`);
    }
    console.log(`\nthe ${slowest} slowest tests:`);
    for (const { ms, file, name } of slowestOf(results, slowest)) {
      console.log(`  ${inSeconds(ms).padStart(9)} ${file}: ${name}`);
    }
  }
  for (const { failures } of results.filter(({ failed }) => failed)) {
    for (const failure of failures) console.log(`FAILED ${failure}`);
  }
  for (const complaint of unmet) console.log(`FAILED ${complaint}`);
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
  return failed > 0 || passed === 0 || incomplete || unmet.length > 0 ? 1 : 0;
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
