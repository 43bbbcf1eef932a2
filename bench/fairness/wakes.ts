/** Measures how soon an answer ends its long poll while others have long transactions open. */
import { dirname, join } from "node:path";
import pg from "pg";
import { runLoad, startLoad } from "@/bench/children.ts";
import { type FilledStage, openFilledStage } from "@/bench/crm/filled_stage.ts";
import { type NeighbourLoad, type NeighbourResult, works } from "@/bench/load/neighbour.ts";
import type { PollsLoad, PollsResult } from "@/bench/load/polls.ts";
import { plain } from "@/bench/notify/samples.ts";
import { findServerPrograms } from "@/tests/support/cluster.ts";

/** Milliseconds of each wake-up, beside one sort of neighbour. */
export interface Wakes {
  beside: string;
  quiet: number[];
  during: number[];
  /** The neighbour's work in words, for the table. */
  done: string;
}

interface WakesOptions {
  scale: number;
  /** Answers of each measurement. */
  count: number;
}

/** Load of another company until it is disposed of; `done` tells its figures. */
interface Neighbour extends AsyncDisposable {
  done(): Promise<string>;
}

const perSecond = 5;
const neighbour = 2;
/** Seconds before the first measurement and after the last. */
const marginSeconds = 5;

/** Measures each neighbour in turn, after a quiet measurement of its own; on Postgres. */
export async function measureWakes({ scale, count }: WakesOptions): Promise<Wakes[]> {
  await using filled = await openFilledStage("postgres", {
    scale,
    now: new Date(),
    users: ["customer"],
  });
  const wake = async () => {
    const { stage: { key, phones: [phone] }, app: { port } } = filled;
    const { callbackUrl: _url, ...notification } = plain;
    const load: PollsLoad = {
      port,
      key,
      phone: phone!,
      notification,
      idle: 0,
      count,
      perSecond,
    };
    const { aloneMs, amongMs } = await runLoad<PollsResult>("polls", load);
    return [...aloneMs, ...amongMs];
  };
  await wake();
  const seconds = 3 * count / perSecond + 2 * marginSeconds;
  const token = await filled.tokenOf(neighbour);
  const { url } = filled.app;
  const all: [string, () => Promise<Neighbour>][] = [
    ...works.toReversed().map((work): [string, () => Promise<Neighbour>] => [
      work,
      () => startWork({ work, url, token, company: neighbour, seconds }),
    ]),
    ["pg_dump, again and again", () => Promise.resolve(startDumps(filled))],
    ["an idle transaction of another database", () => openIdle(filled, "another")],
    ["an idle transaction of another company", () => openIdle(filled, "same")],
  ];
  const results: Wakes[] = [];
  for (const [beside, start] of all) {
    const quiet = await wake();
    await using other = await start();
    const during = await wake();
    results.push({ beside, quiet, during, done: await other.done() });
  }
  return results;
}

async function startWork(load: NeighbourLoad): Promise<Neighbour> {
  const child = startLoad("neighbour", load, { isPolite: true });
  await child.line();
  return {
    async done() {
      const counts = Object.entries(await child.line<NeighbourResult>());
      return counts.map(([status, count]) => `${count} × ${status}`).join(", ");
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

function startDumps({ stage }: FilledStage): Neighbour {
  const stop = new AbortController();
  let dumps = 0;
  const running = (async () => {
    // Links are resolved: the client programs of the same version lie beside the server's.
    const server = await Deno.realPath(join(findServerPrograms()!, "initdb"));
    const from = new URL(stage.cluster!.adminUrl);
    from.pathname = new URL(stage.databaseUrl!).pathname;
    while (!stop.signal.aborted) {
      const { success } = await new Deno.Command("nice", {
        args: ["-n", "19", join(dirname(server), "pg_dump"), from.href],
        stdout: "null",
      }).output();
      if (!success) throw new Error("pg_dump failed");
      dumps++;
    }
  })();
  const end = async () => {
    stop.abort();
    await running;
  };
  return { done: () => end().then(() => `${dumps} dumps`), [Symbol.asyncDispose]: end };
}

async function openIdle({ stage }: FilledStage, where: "same" | "another"): Promise<Neighbour> {
  const { adminUrl } = stage.cluster!;
  const at = new URL(adminUrl);
  if (where === "same") at.pathname = new URL(stage.databaseUrl!).pathname;
  const client = new pg.Client({ connectionString: at.href });
  await client.connect();
  await client.query("begin");
  if (where === "same") await client.query("select relevo_enter($1)", [neighbour]);
  await client.query("select pg_current_xact_id()");
  return { done: () => Promise.resolve("open"), [Symbol.asyncDispose]: () => client.end() };
}
