/** Hooks as Meta posts them, with people and times of a test's own. */
import assert from "node:assert/strict";
import { asWorker } from "@/lib/db/transaction.ts";
import { until } from "../../../support/wait.ts";
import type { World } from "../../../support/world.ts";
import type { MetaAccount } from "../accounts.ts";
import { payload } from "../payloads.ts";

/** Time of the payloads, in seconds. */
const payloadsAt = 1_790_000_000;
const dayMs = 86_400_000;

export interface Variant {
  /** Gives people and messages ids of their own. */
  number?: number;
  /** The payloads' time is this one. */
  at?: Date;
  /** Further texts to change. */
  replace?: Record<string, string>;
}

/** The person of the payloads, by each of their ids. */
export function idsOf(number: number) {
  const six = String(number).padStart(6, "0");
  return {
    whatsapp: `34601${six}`,
    newNumber: `34602${six}`,
    business: `ES.13491208655302${six}`,
    portfolio: `ES.ENT.11815799212886${six}`,
    newBusiness: `MX.0987${six}`,
    facebook: `7012345678${six}`,
    instagram: `1234567890${six}`,
  };
}

/** A payload of Meta's, changed; times keep their distance from one another. */
export function variant(name: string, { number = 0, at, replace = {} }: Variant = {}): unknown {
  const ids = idsOf(number);
  const shift = Math.floor((at ?? new Date(Date.now() - 60_000)).getTime() / 1_000) - payloadsAt;
  let text = JSON.stringify(payload(name))
    .replaceAll("34600111222", ids.whatsapp)
    .replaceAll("34600999888", ids.newNumber)
    .replaceAll("ES.13491208655302741918", ids.business)
    .replaceAll("ES.ENT.11815799212886844830", ids.portfolio)
    .replaceAll("MX.0987654321", ids.newBusiness)
    .replaceAll("7012345678901234", ids.facebook)
    .replaceAll("1234567890123456", ids.instagram)
    .replaceAll("wamid.", `wamid.${number}.`)
    .replaceAll('"m_', `"m_${number}_`)
    .replace(/\b1(?:79|78)\d{7}(\d{3})?\b/g, (time, ms) => {
      const seconds = Number(String(time).slice(0, 10)) + shift;
      return `${seconds}${ms ?? ""}`;
    });
  for (const [from, to] of Object.entries(replace)) text = text.replaceAll(from, to);
  return JSON.parse(text);
}

export async function deliver(world: World, account: MetaAccount, hook: unknown): Promise<void> {
  const response = await world.graph.deliver(account.hook, account.graphApp, hook);
  assert.deepEqual([response.status, await response.text()], [200, "EVENT_RECEIVED"]);
}

/** Until all hooks are split, and all events read or waiting for what comes later. */
export async function settled(world: World): Promise<void> {
  const { db } = world.services.database;
  await until(async () => {
    const open = await asWorker(db, async (trx) => {
      const hook = await trx.selectFrom("meta_hooks").select("id").where("body", "is not", null)
        .executeTakeFirst();
      const event = await trx.selectFrom("channel_events").select("id")
        .where("state", "=", "waiting")
        .where((on) => on.or([on("waits_for", "is", null), on("due_at", "<=", on.fn<Date>("now"))]))
        .executeTakeFirst();
      return hook ?? event;
    });
    if (open) {
      await world.services.hookSplitting.sweep();
      await world.services.reading.sweep();
    }
    return open === undefined;
  }, { what: "hooks to be filed" });
}

export function ago(ms: number): Date {
  return new Date(Date.now() - ms);
}

export { dayMs };
