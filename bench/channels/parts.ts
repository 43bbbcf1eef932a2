/** The parts of `deno task bench channels`: what comes in by programs and by mail, and who hears. */
import { runLoad } from "@/bench/children.ts";
import { type FilledStage, openFilledStage } from "@/bench/crm/filled_stage.ts";
import { burst } from "@/bench/channels/burst.ts";
import { hookFeed, hooks } from "@/bench/channels/hooks.ts";
import { mail, mailFeed } from "@/bench/channels/mail.ts";
import type { FeedLoad, FeedResult } from "@/bench/load/feed.ts";
import type { NotifyLoad, NotifyLoadResult } from "@/bench/load/notify.ts";
import type { Part, Scope } from "@/bench/notify/parts.ts";
import { plain } from "@/bench/notify/samples.ts";
import { percentiles, rate, spread, table } from "@/bench/report.ts";
import { databaseNames, type Kind } from "@/bench/stage.ts";
import { percentile } from "@/bench/statistics.ts";
import {
  connectProgram,
  makeSecretsKey,
  type ProgramAccount,
} from "@/tests/support/channel_account.ts";

/** Every part by its name. */
export const parts: Record<string, Part> = {
  ...{ intake, feed, mail, "mail-feed": mailFeed },
  ...{ hooks, "hook-feed": hookFeed, burst },
};

/** Messages a second that come in, and until an open page hears of one. */
const aims = { perSecond: 300, heardMs: 500 };
const connections = 64;
const warmUpMs = 2_000;
const numbersPerRun = 1_000_000;
/** Known ones write again; more than 60 a minute of one would be a loop. */
const people = 2_000;

const sorts = {
  "of people who write again": { id: "customer-99999999", name: "Customer 99999999" },
  "of people who write first": { id: "new-00000000", name: "Customer 00000000" },
};

async function intake({ kinds, quick }: Scope): Promise<string> {
  const [seconds, rounds, scale] = quick ? [2, 1, 0.02] : [10, 3, 0.1];
  const rows: string[][] = [];
  for (const kind of kinds) {
    const { filled, program } = await openCompany(kind, scale);
    await using _ = filled;
    const load = (from: number, request: Pick<NotifyLoad, "key" | "body" | "path" | "people">) => {
      const { port } = filled.app;
      const options = { port, connections, warmUpMs, measureMs: seconds * 1_000, from, ...request };
      return runLoad<NotifyLoadResult>("notify", options);
    };
    let from = 1;
    for (const [sort, writer] of Object.entries(sorts)) {
      const body = JSON.stringify({
        channelId: program.id,
        externalId: `message-${sort}-00000000`,
        from: writer,
        text: "Is my order 00000000 ready? I would come by tomorrow before noon.",
      });
      const rates: number[] = [];
      const ratios: number[] = [];
      const latenciesMs: number[] = [];
      for (let round = 0; round < rounds; round++, from += numbersPerRun) {
        const notified = await load(from, { key: filled.stage.key, body: JSON.stringify(plain) });
        const request = { key: program.key, body, path: "/api/messages", people };
        const brought = await load(from, request);
        rates.push(brought.measured / seconds);
        ratios.push(brought.measured / notified.measured);
        latenciesMs.push(...brought.latenciesMs);
      }
      rows.push([
        databaseNames[kind],
        sort,
        spread(rates, rate),
        percentiles(latenciesMs),
        spread(ratios, (ratio) => ratio.toFixed(2)),
      ]);
    }
  }
  return [
    table(["database", "messages", "in/s", "p50 / p95 / p99 ms", "÷ notifications"], rows),
    `Medians of ${rounds} × ${seconds} s, ${connections} connections; in brackets the lowest and ` +
    `the highest round. Aim: ${aims.perSecond} a second.`,
  ].join("\n\n");
}

async function feed({ kinds, quick }: Scope): Promise<string> {
  const [count, scale] = quick ? [60, 0.02] : [600, 0.1];
  const perSecond = 20;
  const rows: string[][] = [];
  let isWithin = true;
  for (const kind of kinds) {
    const { filled, program } = await openCompany(kind, scale);
    await using _ = filled;
    const { url, token } = filled.app;
    const load: FeedLoad = {
      url,
      token,
      channelId: program.id,
      key: program.key,
      perSecond,
      count,
    };
    const { heardMs, storedMs } = await runLoad<FeedResult>("feed", load);
    isWithin &&= percentile(heardMs, 0.95) <= aims.heardMs;
    rows.push([databaseNames[kind], percentiles(storedMs), percentiles(heardMs)]);
  }
  return [
    table(["database", "message → 202, p50 / p95 / p99 ms", "message → open page"], rows),
    `${count} messages, ${perSecond} a second. ${isWithin ? "Within" : "NOT within"} the aim of ` +
    `${aims.heardMs} ms at p95.`,
  ].join("\n\n");
}

/** A company of twelve people, and a program of theirs. */
async function openCompany(
  kind: Kind,
  scale: number,
): Promise<{ filled: FilledStage; program: ProgramAccount }> {
  const secretsKey = makeSecretsKey();
  let program: ProgramAccount;
  const filled = await openFilledStage(kind, {
    scale,
    now: new Date(),
    env: { SECRETS_KEYS: secretsKey },
    prepare: async ({ db }) => {
      program = await connectProgram(db, { name: "Bot", secretsKey });
    },
  });
  return { filled, program: program! };
}
