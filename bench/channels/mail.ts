/** Mail that comes in: how fast it is read, and until an open page hears of it. */
import { Buffer } from "node:buffer";
import {
  fetchAll,
  fill,
  mailOf,
  openCompany,
  openMailbox,
  type Way,
} from "@/bench/channels/mailbox.ts";
import { type Memory, memoryOf, proportionalMiB } from "@/bench/memory.ts";
import type { Scope } from "@/bench/notify/parts.ts";
import { percentiles, rate, table } from "@/bench/report.ts";
import { databaseNames } from "@/bench/stage.ts";
import { percentile } from "@/bench/statistics.ts";

const aims = { perSecond: 100, residentMiB: 300, heardMs: 2_000 };
/** Each writes five times: more than 60 a minute of one would be held. */
const perWriter = 5;
const lookMs = 250;
const patienceMs = 1_800_000;

const ways: Record<Way, string> = { new: "new mail", past: "the past of a new account" };

export async function mail({ kinds, quick }: Scope): Promise<string> {
  const [count, scale] = quick ? [200, 0.02] : [10_000, 0.1];
  const rows: string[][] = [];
  await using mailbox = await openMailbox();
  await fill(mailbox, samples(count));
  const fetchMs = await fetchAll(mailbox);
  for (const kind of kinds) {
    for (const way of Object.keys(ways) as Way[]) {
      const { filled, accountId } = await openCompany(kind, mailbox, { scale, way });
      await using _ = filled;
      const { tookMs, most } = await untilRead(filled, accountId);
      rows.push([
        databaseNames[kind],
        ways[way],
        rate(count / tookMs * 1_000),
        rate(count / Math.max(tookMs - fetchMs, 1) * 1_000),
        `${rate(most.totalMiB)} (${rate(most.othersMiB)})`,
        rate(most.proportionalMiB),
      ]);
    }
  }
  const head = [
    ...["database", "mails", "in/s", "in/s without FETCH"],
    ...["most memory, MiB (of it readers)", "shared pages once"],
  ];
  return [
    table(head, rows),
    `${count} mails of ${
      count / perWriter
    } people, read once each, from the start of the app. The ` +
    `server alone hands out ${rate(count / fetchMs * 1_000)} a second by FETCH. Aims: ` +
    `${aims.perSecond} a second, ${aims.residentMiB} MiB. Memory is the resident set of the app and of ` +
    `the processes that read for it, together; then the same with each shared page counted once.`,
  ].join("\n\n");
}

function* samples(count: number): Generator<string> {
  for (let n = 1; n < count; n++) yield mailOf(`Customer ${n % (count / perWriter)}`, n);
  yield mailOf(last, count);
}

/** Writer of the last mail. */
const last = "Zacharias Last";

type App = Awaited<ReturnType<typeof openCompany>>["filled"]["app"];

/** Measures from the first look until all is read, with the largest memory. */
async function untilRead({ app }: { app: App }, accountId: number) {
  const startedAt = performance.now();
  const most: Memory & { proportionalMiB: number } = {
    ...{ totalMiB: 0, othersMiB: 0, proportionalMiB: 0 },
  };
  for (;;) {
    const now = await memoryOf(app.pid);
    // Asking for shared pages costs more, so only at the peaks.
    if (now.totalMiB > most.totalMiB) {
      Object.assign(most, now, { proportionalMiB: await proportionalMiB(app.pid) });
    }
    const { waiting } = await read(app, `channels/${accountId}`);
    const contacts = await read(app, "contacts?q=zacharias");
    if (waiting === 0 && contacts.length > 0) {
      return { tookMs: performance.now() - startedAt, most };
    }
    if (performance.now() - startedAt > patienceMs) throw new Error("the mails were not read");
    await pause(lookMs);
  }
}

// deno-lint-ignore no-explicit-any
async function read({ url, token }: App, path: string): Promise<any> {
  const place = `${url}/api/admin/${path}${path.includes("?") ? "&" : "?"}company_id=1`;
  const answer = await fetch(place, { headers: { "Cf-Access-Jwt-Assertion": token } });
  const { data } = await answer.json();
  if (answer.status !== 200) throw new Error(`${path} was refused: ${answer.status}`);
  return data;
}

/** Each mail is of somebody new, and comes once the one before it was heard of. */
export async function mailFeed({ kinds, quick }: Scope): Promise<string> {
  const [count, scale] = quick ? [10, 0.02] : [100, 0.1];
  const rows: string[][] = [];
  let isWithin = true;
  for (const kind of kinds) {
    await using mailbox = await openMailbox();
    const { filled, accountId } = await openCompany(kind, mailbox, { scale, way: "new" });
    await using _ = filled;
    await untilWorking(filled.app, accountId);
    const page = await followPage(filled.app);
    const client = await mailbox.open();
    const heardMs: number[] = [];
    for (let n = 1; n <= count; n++) {
      await client.append("INBOX", Buffer.from(mailOf(`Writer ${n}`, n)));
      const sentAt = performance.now();
      heardMs.push(await page.next() - sentAt);
      // It is watched again a moment later; people do not write in step with it either.
      await pause(200 + 13 * n % 300);
    }
    client.close();
    page.close();
    isWithin &&= percentile(heardMs, 0.95) <= aims.heardMs;
    rows.push([databaseNames[kind], percentiles(heardMs)]);
  }
  return [
    table(["database", "mail → open page, p50 / p95 / p99 ms"], rows),
    `${count} mails, one at a time, the server says so by IDLE. ` +
    `${isWithin ? "Within" : "NOT within"} the aim of ${aims.heardMs} ms at p95.`,
  ].join("\n\n");
}

async function untilWorking(app: App, accountId: number): Promise<void> {
  while ((await read(app, `channels/${accountId}`)).state !== "working") await pause(lookMs);
}

/** A page that follows its company's changes. */
async function followPage({ url, token }: App) {
  const stop = new AbortController();
  const answer = await fetch(`${url}/api/admin/changes?company_id=1`, {
    headers: { "Cf-Access-Jwt-Assertion": token },
    signal: stop.signal,
  });
  if (answer.status !== 200) throw new Error(`the feed was refused: ${answer.status}`);
  const ids = new Set<number>();
  const heard: number[] = [];
  let wake = () => {};
  (async () => {
    let rest = "";
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const at = performance.now();
      const events = (rest + text).split("\n\n");
      rest = events.pop()!;
      for (const event of events) {
        const { noun, id } = JSON.parse(/^data: (\{.*)$/m.exec(event)?.[1] ?? "{}");
        if (noun !== "contact" || ids.has(id)) continue;
        ids.add(id);
        heard.push(at);
      }
      wake();
    }
  })().catch(() => {});
  return {
    /** Waits for the event of the next contact. */
    async next(): Promise<number> {
      const giveUpAt = performance.now() + 120_000;
      while (heard.length === 0) {
        if (performance.now() > giveUpAt) throw new Error("the page did not hear of a mail");
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 1_000);
        });
      }
      return heard.shift()!;
    },
    close: () => stop.abort(),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
