/** The parts of `deno task bench fairness`: what a company has of others. */
import { measureWakes, type Wakes } from "@/bench/fairness/wakes.ts";
import { type Day, deeds, type Duel, measureFairness } from "@/bench/fairness/attacks.ts";
import type { Part, Scope } from "@/bench/notify/parts.ts";
import { medianAndTail, table } from "@/bench/report.ts";
import { databaseNames, type Kind } from "@/bench/stage.ts";
import { percentile } from "@/bench/statistics.ts";

/** Every part by its name. */
export const parts: Record<string, Part> = { attacks, wakes };

/** Times the quiet p95. */
const mostDuring = 3;

async function attacks({ kinds, quick, attack: only }: Scope): Promise<string> {
  const [seconds, scale, phones] = quick ? [4, 0.05, 100] : [15, 0.5, 1_000];
  const sections: string[] = [];
  for (const kind of kinds) {
    const duels = await measureFairness({ kind, scale, seconds, phones, only });
    sections.push([tableOf(kind, duels), verdict(duels)].join("\n\n"));
  }
  return [
    ...sections,
    `Milliseconds at p50 / p95, quiet → during the attack, in brackets how many times the p95. ` +
    `${seconds} s before and ${seconds} s during each attack, 5 turns a second.`,
  ].join("\n\n");
}

async function wakes({ kinds, quick }: Scope): Promise<string> {
  // The embedded database runs one transaction at a time.
  if (!kinds.includes("postgres")) return "On Postgres only.";
  const [count, scale] = quick ? [15, 0.02] : [75, 0.1];
  const results = await measureWakes({ count, scale });
  const rest = `From sending an answer to the end of its long poll: milliseconds at p50 / p95, ` +
    `${2 * count} answers each, 5 a second. Aim: less than ${mostDuring} times at p95.`;
  return `${wakesTable(results)}\n\n${rest}`;
}

function wakesTable(results: Wakes[]): string {
  return table(
    ["beside", "quiet", "beside it", "times the p95", "what it did"],
    results.map(({ beside, quiet, during, done }) => [
      ...[beside, medianAndTail(quiet), medianAndTail(during)],
      ...[(percentile(during, 0.95) / percentile(quiet, 0.95)).toFixed(1), done],
    ]),
  );
}

function tableOf(kind: Kind, duels: Duel[]): string {
  return table(
    [databaseNames[kind], ...deeds, "processor, attacker / app", "the attacker's answers"],
    duels.map(({ attack, quiet, during, answers, shares }) => [
      attack,
      ...deeds.map((deed) =>
        `${medianAndTail(quiet[deed])} → ${medianAndTail(during[deed])} (${
          times(quiet, during, deed)
        })`
      ),
      `${percent(shares.attacker)} / ${percent(shares.app)}`,
      Object.entries(answers).map(([status, count]) => `${count} × ${status}`).join(", ") || "none",
    ]),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function times(quiet: Day, during: Day, deed: typeof deeds[number]): string {
  return (percentile(during[deed], 0.95) / percentile(quiet[deed], 0.95)).toFixed(1);
}

function verdict(duels: Duel[]): string {
  const slow = duels.flatMap(({ attack, quiet, during }) =>
    deeds.filter((deed) => Number(times(quiet, during, deed)) > mostDuring)
      .map((deed) => `${deed} (${attack})`)
  );
  const failures = duels.flatMap(({ attack, during }) =>
    during.failures.length > 0
      ? [`${during.failures.length} of ${attack}: ${[...new Set(during.failures)].join(", ")}`]
      : []
  );
  return [
    slow.length === 0
      ? `Nothing took more than ${mostDuring} times as long.`
      : `More than ${mostDuring} times as long: ${slow.join("; ")}.`,
    failures.length === 0 ? "No call failed." : `Calls that failed: ${failures.join("; ")}.`,
  ].join(" ");
}
