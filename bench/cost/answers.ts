/** Cost of an answer with its callback, and what it asks of Postgres. */
import { arrivalsOf } from "@/bench/arrivals.ts";
import { startLoad } from "@/bench/children.ts";
import { cpuMs, serverPid } from "@/bench/cost/cpu.ts";
import { measureUnit, pauseMs, type Unit } from "@/bench/cost/unit.ts";
import { type DatabaseCounts, openWire } from "@/bench/cost/wire.ts";
import type { Answered, AnswersLoad } from "@/bench/load/answers.ts";
import { plain } from "@/bench/notify/samples.ts";
import { openStage, type Stage } from "@/bench/stage.ts";
import { authorityFile, certificateFor } from "@/tests/support/certificates.ts";
import type { Cluster } from "@/tests/support/cluster.ts";

interface AnswersCost {
  unit: Unit;
  rounds: Round[];
  counts: DatabaseCounts;
}

interface Round {
  perSecond: number;
  /** CPU time of the app and its Postgres for each answer. */
  cpuUs: number;
  appUs: number;
  callbackMs: number[];
}

interface Pace {
  perSecond: number;
  seconds: number;
}

const users = 200;

/** Answers at each pace, and some more on a wire that counts. */
export async function measureAnswers(
  paces: Pace[],
  quick: boolean,
): Promise<AnswersCost> {
  const names = Array.from({ length: users }, (_, index) => `customer-${index}`);
  await using stage = await openStage("postgres", names);
  await using receiver = startLoad("receiver", certificateFor());
  const url = `https://127.0.0.1:${await receiver.line<number>()}`;
  const ca = await authorityFile();
  try {
    const rounds: Round[] = [];
    const unit = await measureUnit(stage, quick);
    {
      await using app = await stage.startApp({ NODE_EXTRA_CA_CERTS: ca });
      await answerAll(stage, { app, url, perSecond: 100, seconds: quick ? 1 : 5 });
      for (const pace of paces) rounds.push(await answerAll(stage, { app, url, ...pace }));
    }
    await using wire = openWire(stage.databaseUrl!);
    await using app = await stage.startApp({
      NODE_EXTRA_CA_CERTS: ca,
      DATABASE_URL: wire.databaseUrl,
    });
    const pace = { perSecond: 20, seconds: quick ? 2 : 5 };
    // Statements that are asked often are known by then.
    for (let n = 0; n < 3; n++) await answerAll(stage, { app, url, ...pace });
    const { counts } = await answerAll(stage, { app, url, ...pace, count: () => wire.counts });
    return { unit, rounds, counts: counts! };
  } finally {
    await Deno.remove(ca);
  }
}

interface Answering extends Pace {
  app: { port: number; pid: number };
  url: string;
  count?: () => DatabaseCounts;
}

type Equipped = Pick<Stage, "key" | "phones"> & { cluster?: Pick<Cluster, "logPath"> };

export async function answerAll(
  { key, phones, cluster }: Equipped,
  { app, url, perSecond, seconds, count }: Answering,
): Promise<Round & { counts?: DatabaseCounts }> {
  const load: AnswersLoad = {
    port: app.port,
    key,
    phones,
    notification: { ...plain, callbackUrl: `${url}/callbacks` },
    perSecond,
    count: perSecond * seconds,
    pauseMs: 1_000 + pauseMs,
  };
  const server = await serverPid(cluster!);
  await using answers = startLoad("answers", load);
  await answers.line();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const [before, appBefore, askedBefore] = [
    await cpuMs(app.pid, server),
    await cpuMs(app.pid),
    count?.(),
  ];
  const answered = await answers.line<Answered[]>();
  const arrivals = await arrivalsOf(url, answered.map(({ notificationId }) => notificationId));
  const each = (ms: number) => ms * 1_000 / load.count;
  return {
    perSecond,
    cpuUs: each(await cpuMs(app.pid, server) - before),
    appUs: each(await cpuMs(app.pid) - appBefore),
    callbackMs: answered.map(({ notificationId, sentAt }) =>
      arrivals[notificationId]![0]! - sentAt
    ),
    counts: askedBefore && between(askedBefore, count!(), load.count),
  };
}

function between(before: DatabaseCounts, after: DatabaseCounts, count: number): DatabaseCounts {
  return {
    roundTrips: (after.roundTrips - before.roundTrips) / count,
    statements: (after.statements - before.statements) / count,
    parsed: (after.parsed - before.parsed) / count,
  };
}
