/** Hooks of WhatsApp, Instagram and Facebook: how fast they are taken and read, and who hears. */
import { createHmac } from "node:crypto";
import {
  company,
  messageHooks,
  messages,
  type MetaCompany,
  metaKinds,
  openMetaCompany,
  people,
  receiptHooks,
} from "@/bench/channels/meta_company.ts";
import { runLoad } from "@/bench/children.ts";
import type { HookFeedLoad } from "@/bench/load/hook_feed.ts";
import type { HookLoad, HookLoadResult } from "@/bench/load/hooks.ts";
import type { NotifyLoad, NotifyLoadResult } from "@/bench/load/notify.ts";
import type { Scope } from "@/bench/notify/parts.ts";
import { percentiles, rate, table } from "@/bench/report.ts";
import { databaseNames } from "@/bench/stage.ts";
import { percentile } from "@/bench/statistics.ts";

const connections = 64;
const heardAimMs = 500;
const lookMs = 250;
const patienceMs = 600_000;

/** Hooks of each kind and messages of a program, as fast as they are taken. */
export async function hooks({ kinds, quick }: Scope): Promise<string> {
  const [count, scale] = quick ? [120, 0.02] : [3_000, 0.1];
  const rows: string[][] = [];
  for (const kind of kinds) {
    await using shop = await openMetaCompany(kind, { scale });
    let from = 1;
    for (const sort of metaKinds) {
      for (
        const [what, hook] of [["messages", messageHooks], ["receipts", receiptHooks]] as const
      ) {
        const load = hookLoad(shop, { bodies: [hook[sort]], from, count, perSecond: 0 });
        from += count;
        const startedAt = performance.now();
        const { latenciesMs, seconds } = await runLoad<HookLoadResult>("hooks", load);
        await untilRead(shop);
        const readS = (performance.now() - startedAt) / 1_000;
        rows.push([
          databaseNames[kind],
          `${what} of ${names[sort]}`,
          rate(count / seconds),
          percentiles(latenciesMs),
          rate(count / readS),
        ]);
      }
    }
    const { measured, latenciesMs, seconds } = await fromProgram(shop, quick ? 1 : 5);
    rows.push([
      ...[databaseNames[kind], "messages of a program", rate(measured / seconds)],
      ...[percentiles(latenciesMs), rate(measured / seconds)],
    ]);
  }
  return [
    table(["database", "what", "taken/s", "p50 / p95 / p99 ms", "taken and read/s"], rows),
    `${count} hooks of each kind with one event each, ${connections} connections, of ` +
    `${people} people whom the company knows. A program's messages are read when they are taken. ` +
    `What mail takes stands above.`,
  ].join("\n\n");
}

export const names = { whatsapp: "WhatsApp", instagram: "Instagram", facebook: "Facebook" };

export function hookLoad(
  { filled, hook }: MetaCompany,
  load: Pick<HookLoad, "bodies" | "from" | "count" | "perSecond" | "address">,
): HookLoad {
  return { port: filled.app.port, ...hook, people, messages, connections, ...load };
}

async function fromProgram({ filled, program }: MetaCompany, seconds: number) {
  const load: NotifyLoad = {
    ...{ port: filled.app.port, key: program.key, path: "/api/messages", connections, from: 1 },
    ...{ warmUpMs: 1_000, measureMs: seconds * 1_000, people },
    body: JSON.stringify({
      channelId: program.id,
      externalId: "message-00000000",
      from: { id: "customer-99999999", name: "Customer 99999999" },
      text: "Is my order 00000000 ready? I would come by tomorrow before noon.",
    }),
  };
  return await runLoad<NotifyLoadResult>("notify", load);
}

/** Until each hook is split, and each of its events read. */
export async function untilRead(shop: MetaCompany): Promise<void> {
  const { filled: { app }, accounts } = shop;
  const last = await postLast(shop);
  const giveUpAt = performance.now() + patienceMs;
  for (let isOpen = true; isOpen;) {
    if (performance.now() > giveUpAt) throw new Error("the hooks were not read");
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    // Hooks are split in their order.
    const contacts = await read(app, `contacts?q=${last}`);
    const counts = await Promise.all(
      Object.values(accounts).map(async (id) => (await read(app, `channels/${id}`)).waiting),
    );
    isOpen = contacts.length === 0 || counts.some((count) => count > 0);
  }
}

/** Posts a message of somebody new, and returns their name. */
async function postLast({ filled: { app }, hook: { path, secret } }: MetaCompany): Promise<string> {
  const number = String(Date.now()).slice(-8);
  const name = `zacharias${number}`;
  const body = messageHooks.whatsapp.replaceAll("Customer 99999999", name)
    .replaceAll("34699999999", `347${number}`).replaceAll("in00000000", `last${number}`);
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const answer = await fetch(`${app.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Hub-Signature-256": `sha256=${signature}` },
    body,
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`a hook was refused: ${answer.status}`);
  return name;
}

// deno-lint-ignore no-explicit-any
async function read({ url, token }: MetaCompany["filled"]["app"], path: string): Promise<any> {
  const place = `${url}/api/admin/${path}${path.includes("?") ? "&" : "?"}company_id=${company}`;
  const answer = await fetch(place, { headers: { "Cf-Access-Jwt-Assertion": token } });
  const { data } = await answer.json();
  if (answer.status !== 200) throw new Error(`${path} was refused: ${answer.status}`);
  return data;
}
/** Each message is of somebody new. */
export async function hookFeed({ kinds, quick }: Scope): Promise<string> {
  const [count, scale] = quick ? [60, 0.02] : [600, 0.1];
  const perSecond = 20;
  const rows: string[][] = [];
  let isWithin = true;
  for (const kind of kinds) {
    for (const sort of metaKinds) {
      await using shop = await openMetaCompany(kind, { scale });
      const { url, token, port } = shop.filled.app;
      const load: HookFeedLoad = {
        ...{ url, token, port, ...shop.hook, body: messageHooks[sort] },
        ...{ perSecond, count, newFrom: people },
      };
      const { heardMs, storedMs } = await runLoad<{ heardMs: number[]; storedMs: number[] }>(
        "hook_feed",
        load,
      );
      isWithin &&= percentile(heardMs, 0.95) <= heardAimMs;
      rows.push([
        ...[databaseNames[kind], names[sort]],
        ...[percentiles(storedMs), percentiles(heardMs)],
      ]);
    }
  }
  return [
    table(
      ["database", "kind", "hook → 200, p50 / p95 / p99 ms", "hook → open page"],
      rows,
    ),
    `${count} messages of each kind, ${perSecond} a second. ${
      isWithin ? "Within" : "NOT within"
    } the aim of ${heardAimMs} ms at p95.`,
  ].join("\n\n");
}
