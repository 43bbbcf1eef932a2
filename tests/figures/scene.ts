/** Random records of a company, and what the tests that calculate by themselves know of them. */
import { addMember } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";
import { addClient, inDatabase } from "../crm/scene.ts";
import { people, type World } from "../support/world.ts";

/** A number from 0 up to, not including, 1; the same sequence for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Status = "open" | "won" | "lost";
type QuoteStatus = "draft" | "sent" | "approved" | "sold" | "rejected";
type TaskStatus = "pending" | "in_progress" | "done";

export interface Scene {
  opportunities: {
    id: number;
    status: Status;
    stage_id: number;
    assignee_id: number | null;
    created_at: Date;
    closed_at: Date;
    lost_reason: string | null;
    amount: number;
    probability: number | null;
    last_activity_at: Date;
    next_action_at: Date | null;
    deleted: boolean;
  }[];
  quotes: {
    opportunity: number;
    status: QuoteStatus;
    issue_date: string;
    valid_until: string;
    net_total: number;
    deleted: boolean;
  }[];
  sales: { opportunity: number; active: boolean; sold_at: Date; net_total: number }[];
  tasks: {
    status: TaskStatus;
    assignee_id: number | null;
    created_at: Date;
    done_at: Date | null;
    due_at: Date | null;
    due_all_day: boolean;
    deleted: boolean;
  }[];
  stages: { id: number; name: string; default_probability: number; rot_days: number }[];
  /** Ana, Luis, Rosa who has left, and Zoe who left without a trace. */
  members: { ana: number; luis: number; rosa: number; zoe: number };
}

interface Filling {
  seed: number;
  instants: string[];
  days: string[];
  size?: number;
}

/** Fills company 1 with records whose instants and days are among those given. */
export async function fill(
  world: World,
  { size = 60, ...filling }: Filling,
): Promise<Scene> {
  const members = await addPeople(world);
  const client_id = await addClient(world, 1, "Aire");
  return await inDatabase(world, 1, async (trx) => {
    const stages = await trx.selectFrom("pipeline_stages")
      .select(["id", "name", "default_probability", "rot_days"])
      .where("company_id", "=", 1).orderBy("order").execute();
    const scene: Scene = { members, stages, opportunities: [], quotes: [], sales: [], tasks: [] };
    const filler: Filler = { trx, scene, dice: diceOf(filling, members), client_id };
    for (let n = 0; n < size; n++) {
      const opportunity = await addOpportunity(filler, n);
      await addQuote(filler, n, opportunity);
      await addTask(filler, n);
    }
    return scene;
  });
}

/** Random values by the seed. */
function diceOf({ seed, instants, days }: Filling, { ana, luis, rosa }: Scene["members"]) {
  const random = randomOf(seed);
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  return {
    one,
    happens: (of: number) => random() < of,
    money: () => Math.round(random() * 100_000) / 100,
    percent: () => Math.floor(random() * 101),
    at: () => new Date(one(instants)),
    day: () => one(days),
    assignee: () => one([ana, luis, rosa, null]),
  };
}

interface Filler {
  trx: Trx;
  scene: Scene;
  dice: ReturnType<typeof diceOf>;
  client_id: number;
}

async function addOpportunity({ trx, scene, dice, client_id }: Filler, n: number): Promise<number> {
  const { one, happens, money, percent, at, assignee } = dice;
  const status = one(["open", "open", "won", "lost"] as const);
  const opportunity = {
    status,
    lost_reason: status === "lost" ? one(["Precio", "Plazo, y obra"]) : null,
    stage_id: one(scene.stages).id,
    assignee_id: assignee(),
    created_at: at(),
    closed_at: at(),
    amount: money(),
    probability: happens(0.5) ? percent() : null,
    last_activity_at: at(),
    next_action_at: happens(0.5) ? at() : null,
    deleted: happens(0.1),
  };
  const { closed_at, deleted, ...row } = opportunity;
  const { id } = await trx.insertInto("opportunities").values({
    ...{ company_id: 1, client_id },
    ...row,
    title: `O ${n}`,
    deleted_at: deleted ? new Date() : null,
    won_at: row.status === "won" ? closed_at : null,
    lost_at: row.status === "lost" ? closed_at : null,
  }).returning("id").executeTakeFirstOrThrow();
  scene.opportunities.push({ ...opportunity, id });
  return id;
}

/** Also its sale, where it is sold. */
async function addQuote({ trx, scene, dice, client_id }: Filler, n: number, opportunity: number) {
  const { one, happens, money, at, day } = dice;
  const quote = {
    opportunity,
    status: one(["draft", "sent", "sent", "approved", "sold", "rejected"] as const),
    issue_date: day(),
    valid_until: day(),
    net_total: money(),
    deleted: happens(0.1),
  };
  scene.quotes.push(quote);
  const { status, net_total, issue_date, valid_until } = quote;
  const settled = status === "approved" || status === "sold";
  const shared = {
    ...{ company_id: 1, client_id, opportunity_id: opportunity },
    ...{ currency: "EUR", net_total, gross_total: net_total },
  };
  const { id: quote_id } = await trx.insertInto("quotes").values({
    ...shared,
    ...{ status, issue_date, valid_until, number: `P-${n}`, language: "es" },
    deleted_at: quote.deleted ? new Date() : null,
    sent_at: status === "draft" ? null : new Date(),
    approved_at: settled ? new Date() : null,
    sold_at: status === "sold" ? new Date() : null,
    rejected_at: status === "rejected" ? new Date() : null,
  }).returning("id").executeTakeFirstOrThrow();
  if (status !== "sold") return;
  const sale = { opportunity, active: happens(0.8), sold_at: at(), net_total };
  scene.sales.push(sale);
  await trx.insertInto("sales").values({
    ...shared,
    ...{ quote_id, tax_total: 0, number: `S-${n}`, sold_at: sale.sold_at },
    status: sale.active ? "active" : "cancelled",
    cancelled_at: sale.active ? null : new Date(),
  }).execute();
}

async function addTask({ trx, scene, dice }: Filler, n: number): Promise<void> {
  const { one, happens, at, assignee } = dice;
  const status = one(["pending", "in_progress", "done"] as const);
  const task = {
    status,
    assignee_id: assignee(),
    created_at: at(),
    done_at: status === "done" ? at() : null,
    due_at: happens(0.8) ? at() : null,
    due_all_day: happens(0.5),
    deleted: happens(0.1),
  };
  scene.tasks.push(task);
  const { deleted, ...row } = task;
  await trx.insertInto("tasks").values({
    company_id: 1,
    ...row,
    title: `T ${n}`,
    deleted_at: deleted ? new Date() : null,
  }).execute();
}

async function addPeople(world: World): Promise<Scene["members"]> {
  return await transact(world.services.database.db, async (trx) => {
    const add = async (email: string, name: string) =>
      (await addMember(trx, { companyId: 1, email, name, role: "ventas" })).userId;
    const rosa = await add("rosa@x.es", "Rosa");
    const zoe = await add("zoe@x.es", "Zoe");
    await trx.updateTable("user_companies").set({ disabled_at: new Date() })
      .where("company_id", "=", 1).where("user_id", "in", [rosa, zoe]).execute();
    const users = await trx.selectFrom("users").select(["id", "email"]).execute();
    const id = (email: string) => users.find((user) => user.email === email)!.id;
    return { ana: id(people.ana), luis: id(people.luis), rosa, zoe };
  });
}

/** The day that a clock in Madrid shows at the instant. */
export function dayInMadrid(at: Date): string {
  return at.toLocaleDateString("sv-SE", { timeZone: "Europe/Madrid" });
}

/** Amounts added up in whole cents. */
export function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}
