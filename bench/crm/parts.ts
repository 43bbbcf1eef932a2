/** The parts of `deno task bench crm`: how much each does, and its table. */
import { type FilledStage, openFilledStage } from "@/bench/crm/filled_stage.ts";
import { measureImports } from "@/bench/crm/imports.ts";
import { type Question, questions } from "@/bench/crm/questions.ts";
import { measureVerbs } from "@/bench/crm/verbs.ts";
import type { Part, Scope } from "@/bench/notify/parts.ts";
import { medianAndTail, milliseconds, table } from "@/bench/report.ts";
import { median, percentile } from "@/bench/statistics.ts";
import { databaseNames, type Kind } from "@/bench/stage.ts";

/** Every part by its name. */
export const parts: Record<string, Part> = { reads, verbs, growth, imports: measureImports };

const warmUps = 5;
/**
 * Limits of a read: its statements, and how many times as long it takes with ten times the data.
 */
const aims = { statements: 6, growth: 1.5 };

interface Timed extends Question {
  timesMs: number[];
  statements?: number;
}

async function reads({ kinds, quick }: Scope): Promise<string> {
  const now = new Date();
  const [scale, runs] = quick ? [0.05, 5] : [1, 40];
  const measured = new Map<Kind, Timed[]>();
  for (const kind of kinds) {
    await using filled = await openFilledStage(kind, { scale, now });
    measured.set(kind, await ask(filled, questions(now), runs));
  }
  const rows = questions(now).map(({ path, aimMs }, at) => [
    `\`${path}\``,
    String(aimMs),
    ...kinds.map((kind) => medianAndTail(measured.get(kind)![at]!.timesMs)),
    String(measured.get("postgres")?.[at]?.statements ?? "–"),
  ]);
  const head = [
    "GET /api/admin/",
    "aim",
    ...kinds.map((kind) => `${databaseNames[kind]}, p50 / p95`),
  ];
  return [
    table([...head, "statements"], rows),
    `Milliseconds of ${runs} requests each, one after the other. ${
      outside(measured.get("postgres"))
    }`,
  ].join("\n\n");
}

/** The aims that were missed, listed so that they stand out. */
function outside(timed: Timed[] | undefined): string {
  if (!timed) return "";
  const late = timed.filter(({ timesMs, aimMs }) => percentile(timesMs, 0.95) > aimMs);
  const many = timed.filter(({ statements = 0 }) => statements > aims.statements);
  if (late.length + many.length === 0) {
    return `All are within their aims, at most ${aims.statements} statements among them.`;
  }
  const named = [...new Set([...late, ...many])].map(({ path }) => `\`${path}\``).join(", ");
  return `Outside their aims: ${named}.`;
}

/** Warms up with a few calls of each question, then times `runs` calls. */
async function ask(filled: FilledStage, questions: Question[], runs: number): Promise<Timed[]> {
  const caller = await filled.connect();
  const timed: Timed[] = [];
  for (const question of questions) {
    for (let n = 0; n < warmUps; n++) await caller.call("GET", question.path);
    const timesMs: number[] = [];
    for (let n = 0; n < runs; n++) timesMs.push(await caller.call("GET", question.path));
    timed.push({
      ...question,
      timesMs,
      statements: await filled.countStatements(question.path),
    });
  }
  caller.close();
  return timed;
}

async function verbs({ kinds, quick }: Scope): Promise<string> {
  const [scale, runs] = quick ? [0.05, 8] : [1, 200];
  const rows: string[][] = [];
  for (const kind of kinds) {
    for (const { verb, atOnce, timesMs } of await measureVerbs(kind, { scale, runs })) {
      rows.push([databaseNames[kind], verb, String(atOnce), medianAndTail(timesMs)]);
    }
  }
  return [
    table(["database", "POST", "at once", "p50 / p95 ms"], rows),
    `${runs} of each on fresh records: a contact is converted with three products (client, ` +
    "opportunity, quotation), a quotation of five lines is sold (sale, five tasks). Aim: " +
    "confirm-sale 60 ms at p95 on Postgres, one at a time.",
  ].join("\n\n");
}

/** Measures both databases in turns, so that other load on the machine slows both. */
async function growth({ kinds, quick }: Scope): Promise<string> {
  if (!kinds.includes("postgres")) return "Growth is measured on Postgres.";
  const now = new Date();
  const [scale, rounds, runs] = quick ? [0.02, 1, 3] : [1, 4, 8];
  await using base = await openFilledStage("postgres", { scale, now });
  await using grown = await openFilledStage("postgres", { scale: 10 * scale, now });
  const callers = [await base.connect(), await grown.connect()];
  const rows: string[][] = [];
  const over: string[] = [];
  for (const { path } of questions(now)) {
    const timesMs: number[][] = [[], []];
    for (let round = 0; round < rounds; round++) {
      for (const [at, caller] of callers.entries()) {
        await caller.call("GET", path);
        for (let n = 0; n < runs; n++) timesMs[at]!.push(await caller.call("GET", path));
      }
    }
    const [before, after] = timesMs.map(median);
    const ratio = after! / before!;
    if (ratio > aims.growth) over.push(`\`${path}\``);
    rows.push([`\`${path}\``, milliseconds(before!), milliseconds(after!), ratio.toFixed(2)]);
  }
  for (const caller of callers) caller.close();
  const all = over.length === 0;
  return [
    table(["GET /api/admin/", "base p50 ms", "× 10 p50 ms", "ratio"], rows),
    `Medians of ${rounds * runs} requests on each. ` +
    (all
      ? `None takes over ${aims.growth} times the time.`
      : `Over ${aims.growth}: ${over.join(", ")}.`),
  ].join("\n\n");
}
