/**
 * Accepted notifications per second: the app in its own process, the load in a second one with 64
 * kept connections, and, on Postgres, `pgbench` doing the same inserts on the same tables in turn
 * with it (app, pgbench, app, pgbench …), so that whatever slows the machine down slows both.
 */
import { runLoad, startLoad } from "@/bench/children.ts";
import { findPgbench, type PgbenchResult, runPgbench } from "@/bench/notify/pgbench.ts";
import { keyed, plain } from "@/bench/notify/samples.ts";
import { type Kind, openStage, type Stage } from "@/bench/stage.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { NotifyLoad, NotifyLoadResult } from "@/bench/load/notify.ts";

interface ThroughputOptions {
  kind: Kind;
  connections: number;
  seconds: number;
  rounds: number;
}

/** One round: the app, and its baseline right after if there is a server. */
interface Round {
  perSecond: number;
  latenciesMs: number[];
  pgbench?: PgbenchResult;
  /** The same rows, 64 to a transaction. */
  limit?: PgbenchResult;
}

/** The rounds of one sort of notification. */
export interface ThroughputResult {
  sort: string;
  rounds: Round[];
}

const sorts = { "plain": plain, "with idempotency key and tag": keyed };
const warmUpMs = 2_000;
/** More than a run can send; the numbers have eight digits. */
const numbersPerRun = 1_000_000;

/**
 * Measures both kinds of notification.
 * @throws Error if an answer was not 202, or if the database does not hold exactly what was
 * accepted
 */
export async function measureThroughput(options: ThroughputOptions): Promise<ThroughputResult[]> {
  await using stage = await openStage(options.kind);
  const results: ThroughputResult[] = [];
  let expected = 0;
  {
    await using app = await stage.startApp();
    let from = 1;
    for (const [sort, body] of Object.entries(sorts)) {
      const rounds: Round[] = [];
      for (let round = 0; round < options.rounds; round++, from += numbersPerRun) {
        const load = loadOf(options, { port: app.port, key: stage.key, from, body });
        const { accepted, measured, latenciesMs } = await runLoad<NotifyLoadResult>("notify", load);
        const pgbench = await yardstick(stage, options, body);
        const limit = await yardstick(stage, { ...options, connections: 4 }, body, 64);
        expected += accepted + (pgbench?.committed ?? 0) + (limit?.committed ?? 0);
        rounds.push({ perSecond: measured / options.seconds, latenciesMs, pgbench, limit });
      }
      results.push({ sort, rounds });
    }
  }
  await checkCount(stage, expected);
  return results;
}

/** Requests per second of the load process against a server that only answers 202. */
export async function measureCeiling(
  options: Pick<ThroughputOptions, "connections" | "seconds">,
): Promise<number> {
  await using responder = startLoad("responder", {});
  const port = await responder.line<number>();
  const load = loadOf(options, { port, key: "none", from: 1, body: plain });
  return (await runLoad<NotifyLoadResult>("notify", load)).measured / options.seconds;
}

function loadOf(
  { connections, seconds }: Pick<ThroughputOptions, "connections" | "seconds">,
  { port, key, from, body }: { port: number; key: string; from: number; body: object },
): NotifyLoad {
  const measureMs = seconds * 1000;
  return { port, key, connections, warmUpMs, measureMs, from, body: JSON.stringify(body) };
}

async function yardstick(
  { databaseUrl }: Stage,
  { connections, seconds }: Pick<ThroughputOptions, "connections" | "seconds">,
  body: Record<string, unknown>,
  perTransaction = 1,
): Promise<PgbenchResult | undefined> {
  if (!databaseUrl || !findPgbench()) return undefined;
  const load = { clients: connections, threads: 2, seconds, perTransaction };
  return await runPgbench({ databaseUrl, body, ...load });
}

async function checkCount(stage: Stage, expected: number): Promise<void> {
  const counts = await stage.read(({ db }) =>
    inCompany(db, 1, async (trx) => {
      const count = (table: "notifications" | "notification_recipients") =>
        trx.selectFrom(table).select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
      return [await count("notifications"), await count("notification_recipients")];
    })
  );
  for (const { count } of counts) {
    if (count !== expected) throw new Error(`${expected} were accepted, ${count} are stored`);
  }
}
