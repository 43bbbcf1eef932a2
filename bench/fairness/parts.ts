/** The parts of `deno task bench fairness`: what a company has of others. */
import { measureWakes, type Wakes } from "@/bench/fairness/wakes.ts";
import { type Day, deeds, type Duel, measureFairness } from "@/bench/fairness/attacks.ts";
import type { Part, Scope } from "@/bench/notify/parts.ts";
import { medianAndTail, rate, table } from "@/bench/report.ts";
import { databaseNames, type Kind } from "@/bench/stage.ts";
import { percentile } from "@/bench/statistics.ts";

/** Every part by its name. */
export const parts: Record<string, Part> = { attacks, wakes };

/** Times the quiet p95. */
const mostDuring = 3;

async function attacks({ kinds, quick, attack: only }: Scope): Promise<string> {
  const [seconds, scale, phones, patienceS] = quick ? [4, 0.05, 100, 30] : [15, 0.5, 1_000, 600];
  const sections: string[] = [];
  for (const kind of kinds) {
    const duels = await measureFairness({ kind, scale, seconds, phones, patienceS, only });
    sections.push([tableOf(kind, duels), ...honestMail(duels), verdict(duels)].join("\n\n"));
  }
  return [
    ...sections,
    `Milliseconds at p50 / p95, quiet → during the attack, in brackets how many times the p95. ` +
    `${seconds} s before and ${seconds} s during each attack, 5 turns a second. Memory is the most ` +
    `that the app and the processes that read for it had resident together, quiet → during.`,
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
    [
      ...[databaseNames[kind], ...deeds, "memory, MiB"],
      ...["processor, attacker / app", "the attacker's answers"],
    ],
    duels.map(({ attack, quiet, during, answers, shares }) => [
      attack,
      ...deeds.map((deed) =>
        `${medianAndTail(quiet[deed])} → ${medianAndTail(during[deed])} (${
          times(quiet, during, deed)
        })`
      ),
      `${rate(quiet.memoryMiB)} → ${rate(during.memoryMiB)} (${growth(quiet, during)})`,
      `${percent(shares.attacker)} / ${percent(shares.app)}`,
      Object.entries(answers).map(([status, count]) => `${count} × ${status}`).join(", ") || "none",
    ]),
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function growth(quiet: Day, during: Day): string {
  return (during.memoryMiB / quiet.memoryMiB).toFixed(1);
}

/** Aims of docs: another company's mail at p95, and one of the attacked company's own people. */
const mostMailDelayS = { victim: 10, attacker: 60 };

function honestMail(duels: Duel[]): string[] {
  const rows = duels.flatMap(({ quiet: { mail: before }, during: { mail } }) => {
    if (!before || !mail) return [];
    const seconds = (list: number[]) =>
      `${percentile(list, 0.5).toFixed(1)} / ${percentile(list, 0.95).toFixed(1)}`;
    return (["victim", "attacker"] as const).map((whose) => [
      whose === "victim" ? "another company's" : "the same company's, of people it knows",
      `${seconds(before[whose])} → ${seconds(mail[whose])}`,
      `${mostMailDelayS[whose]}`,
    ]);
  });
  if (rows.length === 0) return [];
  const unheard = duels.reduce((sum, { during }) => sum + (during.mail?.unheard ?? 0), 0);
  const late = unheard > 0 ? `\n\n${unheard} honest mails were not heard of in time.` : "";
  const head = ["honest mail beside hostile mails", "until heard of, s, p50 / p95", "aim, p95"];
  return [table(head, rows) + late];
}

function times(quiet: Day, during: Day, deed: typeof deeds[number]): string {
  return (percentile(during[deed], 0.95) / percentile(quiet[deed], 0.95)).toFixed(1);
}

function verdict(duels: Duel[]): string {
  const slow = duels.flatMap(({ attack, quiet, during }) =>
    [
      // No number at all: not one of those calls came back.
      ...deeds.filter((deed) => !(Number(times(quiet, during, deed)) <= mostDuring)),
      ...(Number(growth(quiet, during)) > mostDuring ? ["memory"] : []),
    ].map((what) => `${what} (${attack})`)
  );
  const failures = duels.flatMap(({ attack, during }) =>
    during.failures.length > 0
      ? [`${during.failures.length} of ${attack}: ${[...new Set(during.failures)].join(", ")}`]
      : []
  );
  return [
    slow.length === 0
      ? `Nothing took more than ${mostDuring} times as long, nor as much memory.`
      : `More than ${mostDuring} times as long, or as much: ${slow.join("; ")}.`,
    failures.length === 0 ? "No call failed." : `Calls that failed: ${failures.join("; ")}.`,
  ].join(" ");
}
