/** A thousand hooks a second, alone and beside calls that are forged, and what members notice. */
import { sql } from "kysely";
import {
  company,
  messageHooks,
  type MetaCompany,
  openMetaCompany,
  receiptHooks,
} from "@/bench/channels/meta_company.ts";
import { hookLoad } from "@/bench/channels/hooks.ts";
import { runLoad, startLoad } from "@/bench/children.ts";
import type { ForgedLoad, ForgedResult } from "@/bench/load/forged.ts";
import type { HookLoadResult } from "@/bench/load/hooks.ts";
import type { MembersLoad, MembersResult } from "@/bench/load/members.ts";
import { watchShare } from "@/bench/machine.ts";
import { watchMemory } from "@/bench/memory.ts";
import type { Scope } from "@/bench/notify/parts.ts";
import { medianAndTail, milliseconds, rate, table } from "@/bench/report.ts";
import { percentile } from "@/bench/statistics.ts";
import { asWorker } from "@/lib/db/transaction.ts";

const aims = { postedMs: 100, readS: 60, times: 3 };
const perSecond = 1_000;
const roundsPerSecond = 5;
const deeds = ["pageMs", "readMs", "writeMs"] as const;

type Beside = "nothing" | "forged" | "hooks" | "hooks and forged";

export async function burst({ kinds, quick }: Scope): Promise<string> {
  // The embedded database runs one transaction at a time.
  if (!kinds.includes("postgres")) return "On Postgres only.";
  const [seconds, scale, most] = quick ? [2, 0.02, 2_000] : [10, 0.1, 100_000];
  await using shop = await openMetaCompany("postgres", {
    scale,
    env: { CLIENT_IP_HEADER: "X-Client-Address" },
  });
  // As after a night: plans are prepared, and code is compiled.
  await measure(shop, { beside: "hooks", seconds: 2, from: 90_000_000, most: 0 });
  const rows: string[][] = [];
  let quiet: MembersResult | undefined;
  let from = 10_000_000;
  for (const beside of ["nothing", "forged", "hooks", "hooks and forged"] as Beside[]) {
    const day = await measure(shop, { beside, seconds, from, most });
    from += seconds * perSecond;
    quiet ??= day.members;
    rows.push(rowOf(beside, day, quiet));
  }
  return [
    table(
      [
        ...["beside members", "hook → 200, p50 / p95 ms", "all read after, s"],
        ...["page, p50 / p95 ms (times quiet)", "read", "write", "failed", "memory, MiB"],
        ...["processor, app", "forged calls"],
      ],
      rows,
    ),
    `${perSecond} hooks a second for ${seconds} s, half of them receipts, of the three kinds in ` +
    `turn; members ${roundsPerSecond} turns a second over the same time. Forged: at most ${most} ` +
    `calls of the app's own hook, each with a signature of the right form. Aims: ` +
    `${aims.postedMs} ms at p95, ${aims.readS} s, ${aims.times} times.`,
  ].join("\n\n");
}

interface Day {
  posted?: HookLoadResult;
  /** From the last hook on. */
  readS?: number;
  members: MembersResult;
  memoryMiB: number;
  share: number;
  forged?: ForgedResult;
  /** Rows that forged calls left. */
  forgedRows?: number;
}

interface Measure {
  beside: Beside;
  seconds: number;
  from: number;
  most: number;
}

async function measure(shop: MetaCompany, { beside, seconds, from, most }: Measure): Promise<Day> {
  const { app } = shop.filled;
  const memory = watchMemory(app.pid);
  const share = watchShare(app.pid);
  const rowsBefore = await countRows(shop);
  await using forged = beside.includes("forged") ? await startForged(shop, seconds, most) : null;
  const bodies = Object.values(messageHooks).flatMap((message, at) => {
    return [message, Object.values(receiptHooks)[at]!];
  });
  const count = seconds * perSecond;
  const load = hookLoad(shop, { bodies, from, count, perSecond, address: "198.51.100.7" });
  const members: MembersLoad = {
    ...{ url: app.url, token: app.token, company },
    ...{ roundsPerSecond, rounds: seconds * roundsPerSecond },
  };
  const [posted, lived] = await Promise.all([
    beside.includes("hooks") ? runLoad<HookLoadResult>("hooks", load) : undefined,
    runLoad<MembersResult>("members", members),
  ]);
  const used = share();
  const answers = await forged?.line<ForgedResult>();
  const endedAt = performance.now();
  if (posted) await untilNothingWaits(shop);
  const readS = (performance.now() - endedAt) / 1_000;
  const forgedRows = posted || !answers ? undefined : await countRows(shop) - rowsBefore;
  return {
    ...posted ? { posted, readS } : {},
    ...{ members: lived, memoryMiB: (await memory()).totalMiB, share: used },
    ...answers ? { forged: answers, forgedRows } : {},
  };
}

async function startForged({ filled, hook }: MetaCompany, seconds: number, most: number) {
  const load: ForgedLoad = {
    ...{ port: filled.app.port, path: hook.path, body: messageHooks.whatsapp },
    ...{ most, mostSeconds: seconds + 2, connections: 16, addresses: 1_000 },
  };
  const forged = startLoad("forged", load, { isPolite: true });
  await forged.line();
  return forged;
}

/** Until each hook is split, and each event read or waiting for a message that never comes. */
async function untilNothingWaits(shop: MetaCompany): Promise<void> {
  await shop.filled.stage.read(async ({ db }) => {
    for (let isOpen = true; isOpen;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { rows } = await asWorker(db, (trx) =>
        sql<{ isOpen: boolean }>`
          select exists (select from meta_hooks where body is not null)
            or exists (select from channel_events where state = 'waiting') as "isOpen"`
          .execute(trx));
      isOpen = rows[0]!.isOpen;
    }
  });
}

async function countRows(shop: MetaCompany): Promise<number> {
  return await shop.filled.stage.read(async ({ db }) => {
    const { rows } = await asWorker(db, (trx) =>
      sql<{ count: number }>`
        select (select count(*) from meta_hooks) + (select count(*) from meta_problems)
          + (select count(*) from channel_events) as count`.execute(trx));
    return Number(rows[0]!.count);
  });
}

function rowOf(beside: Beside, day: Day, quiet: MembersResult): string[] {
  const { posted, readS, members, forged } = day;
  return [
    beside,
    posted ? medianAndTail(posted.latenciesMs) : "–",
    readS === undefined ? "–" : milliseconds(readS),
    ...deeds.map((deed) => {
      const times = percentile(members[deed], 0.95) / percentile(quiet[deed], 0.95);
      return `${medianAndTail(members[deed])} (${times.toFixed(1)})`;
    }),
    String(members.failures.length),
    rate(day.memoryMiB),
    `${Math.round(day.share * 100)} %`,
    forged
      ? Object.entries(forged).map(([status, count]) => `${count} × ${status}`).join(", ") +
        (day.forgedRows === undefined ? "" : `; rows: ${day.forgedRows}`)
      : "–",
  ];
}
