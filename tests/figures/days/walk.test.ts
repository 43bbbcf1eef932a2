/** Random work in a company, the same for the same seed: figures stay what a calculation says. */
import assert from "node:assert/strict";
import { foldFigures } from "@/lib/figures/days/fold_figures.ts";
import { type Api, apiOf, expectData } from "../../crm/scene.ts";
import { draftQuote, quoteThatIs } from "../../sales/scene.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { randomOf } from "../scene.ts";
import { assertKept } from "./compare.ts";
import { spread } from "./spread.ts";

const seed = 20_261_129;
const steps = 240;

interface Walk {
  world: World;
  api: Api;
  random: () => number;
  members: (number | null)[];
  /** Undo ids of bulk changes. */
  changes: number[];
  done: Map<string, number>;
}

interface Row {
  id: number;
  name?: string;
}

async function read(api: Api, path: string): Promise<Row[]> {
  return await expectData(api("GET", path));
}

function oneOf<T>({ random }: Walk, list: T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}

function someOf<T>({ random }: Walk, list: T[]): T[] {
  return list.filter(() => random() < 0.4);
}

/** Calls of one step; what a record's state forbids is refused, and changes nothing. */
const verbs: Record<string, (walk: Walk) => Promise<void>> = {
  async create(walk) {
    const client = await expectData(walk.api("POST", "/clients", { name: "Cliente" }), 201);
    const stages = await read(walk.api, "/pipeline-stages");
    await attempt(walk, "create", "POST", "/opportunities", {
      title: "Obra",
      client_id: client.id,
      stage_id: oneOf(walk, stages)!.id,
      amount: Math.floor(walk.random() * 100_000) / 100,
      assignee_id: oneOf(walk, walk.members),
    });
  },
  move: (walk) => onOne(walk, "move", async () => ({ stage_id: await stage(walk) })),
  win: (walk) => onOne(walk, "win"),
  lose: (walk) =>
    onOne(walk, "lose", () => ({ lost_reason: oneOf(walk, ["Precio", "Plazo, y obra"]) })),
  reopen: (walk) => onOne(walk, "reopen"),
  async change(walk) {
    const row = await opportunity(walk);
    if (!row) return;
    await attempt(walk, "change", "PATCH", `/opportunities/${row.id}`, {
      amount: Math.floor(walk.random() * 100_000) / 100,
      assignee_id: oneOf(walk, walk.members),
      probability: oneOf(walk, [null, 10, 90]),
      next_action_at: oneOf(walk, [null, "2031-01-01T10:00:00Z"]),
    });
  },
  async trash(walk) {
    const row = await opportunity(walk);
    if (row) await attempt(walk, "trash", "DELETE", `/opportunities/${row.id}`);
  },
  async restore(walk) {
    const row = oneOf(walk, await read(walk.api, "/trash?noun=opportunities"));
    if (row) await attempt(walk, "restore", "POST", `/opportunities/${row.id}/restore`);
  },
  async sell({ api, done }) {
    await quoteThatIs("sold", api);
    note(done, "sell");
  },
  async cancel(walk) {
    const sale = oneOf(walk, await read(walk.api, "/sales?status=active"));
    if (sale) await attempt(walk, "cancel", "POST", `/sales/${sale.id}/cancel`, {});
  },
  moveMany: (walk) => onMany(walk, "moveMany", async () => ({ stage_id: await stage(walk) })),
  assignMany: (walk) =>
    onMany(walk, "assignMany", () => ({ assignee_id: oneOf(walk, walk.members) })),
  trashMany: (walk) => onMany(walk, "trashMany", () => ({ trash: true })),
  async undo(walk) {
    const undo_id = walk.changes.pop();
    if (undo_id) await attempt(walk, "undo", "POST", "/opportunities/bulk", { undo_id });
  },
  async addStage(walk) {
    const name = `Etapa ${Math.floor(walk.random() * 1e9)}`;
    await attempt(walk, "addStage", "POST", "/pipeline-stages", { name });
  },
  async orderStages(walk) {
    const ids = (await read(walk.api, "/pipeline-stages")).map(({ id }) => id);
    const order = ids.map((id) => ({ id, at: walk.random() })).sort((a, b) => a.at - b.at);
    const body = { ids: order.map(({ id }) => id) };
    await attempt(walk, "orderStages", "PUT", "/pipeline-stages/order", body);
  },
  async rest(walk) {
    const body = { rot_days: oneOf(walk, [0, 1, 3, 30]) };
    await attempt(walk, "rest", "PATCH", `/pipeline-stages/${await stage(walk)}`, body);
  },
  async due(walk) {
    const days = Math.floor(walk.random() * 8) - 4;
    const at = new Date(Date.now() + days * 43_200_000);
    const due_at = oneOf(walk, [at.toISOString(), at.toISOString().slice(0, 10), null]);
    await onTask(walk, "due", "PATCH", () => ({ due_at }));
  },
  async next(walk) {
    const row = await opportunity(walk);
    const at = new Date(Date.now() + (Math.floor(walk.random() * 8) - 4) * 43_200_000);
    const next_action_at = at.toISOString();
    if (row) await attempt(walk, "next", "PATCH", `/opportunities/${row.id}`, { next_action_at });
  },
  async deleteStage(walk) {
    const [gone, target] = [await stage(walk), await stage(walk)];
    const path = `/pipeline-stages/${gone}?reassign_to=${target}`;
    await attempt(walk, "deleteStage", "DELETE", path);
  },
  async draft({ api, done }) {
    await draftQuote(api);
    note(done, "draft");
  },
  send: (walk) => onQuote(walk, "send", "draft"),
  reject: (walk) => onQuote(walk, "reject", "sent"),
  async date(walk) {
    const quote = oneOf(walk, await read(walk.api, "/quotes?status=draft"));
    const day = `2026-0${1 + Math.floor(walk.random() * 9)}-10`;
    const body = { issue_date: day, valid_until: `2031${day.slice(4)}` };
    if (quote) await attempt(walk, "date", "PATCH", `/quotes/${quote.id}`, body);
  },
  async task(walk) {
    const assignee_id = oneOf(walk, walk.members);
    await attempt(walk, "task", "POST", "/tasks", { title: "Llamar", assignee_id });
  },
  do: (walk) => onTask(walk, "do", "PATCH", () => ({ status: "done" })),
  goOn: (walk) => onTask(walk, "goOn", "PATCH", () => ({ status: "in_progress" })),
  give: (walk) => onTask(walk, "give", "PATCH", () => ({ assignee_id: oneOf(walk, walk.members) })),
  trashTask: (walk) => onTask(walk, "trashTask", "DELETE"),
  async contact(walk) {
    const name = `Ana ${Math.floor(walk.random() * 1e9)}`;
    await attempt(walk, "contact", "POST", "/contacts", { name, message: "Hola" });
  },
  convert: (walk) => onContact(walk, "convert", (id) => ["POST", `/contacts/${id}/convert`, {}]),
  spam: (walk) => onContact(walk, "spam", (id) => ["POST", `/contacts/${id}/spam`]),
  trashContact: (walk) => onContact(walk, "trashContact", (id) => ["DELETE", `/contacts/${id}`]),
  async clocks(walk) {
    const timezone = oneOf(walk, ["Europe/Madrid", "Asia/Kathmandu", "America/Bogota"]);
    await attempt(walk, "clocks", "PATCH", "/companies/1", { timezone });
  },
  async merge(walk) {
    const clients = await read(walk.api, "/clients?per_page=200");
    const [goes, stays] = [oneOf(walk, clients)!, oneOf(walk, clients)!];
    await attempt(walk, "merge", "POST", `/clients/${goes.id}/merge`, { into_id: stays.id });
  },
  async erase(walk) {
    const client = oneOf(walk, await read(walk.api, "/clients?per_page=200"));
    if (!client) return;
    const body = { confirm: client.name };
    await attempt(walk, "erase", "POST", `/clients/${client.id}/erase`, body);
  },
  async time({ world, random, done }) {
    await spread(world, 1, Math.floor(random() * 1000));
    note(done, "time");
  },
  async fold({ world, done }) {
    await foldFigures(world.services.database.db);
    note(done, "fold");
  },
};

async function opportunity(walk: Walk): Promise<Row | undefined> {
  return oneOf(walk, await read(walk.api, "/opportunities?per_page=200"));
}

async function stage(walk: Walk): Promise<number> {
  return oneOf(walk, await read(walk.api, "/pipeline-stages"))!.id;
}

function note(done: Map<string, number>, verb: string): void {
  done.set(verb, (done.get(verb) ?? 0) + 1);
}

async function attempt(walk: Walk, verb: string, method: string, path: string, json?: unknown) {
  const { status, body } = await walk.api(method, path, json);
  assert.ok(status < 500, JSON.stringify(body));
  if (status < 300) note(walk.done, verb);
  if (body?.data?.undo_id) walk.changes.push(body.data.undo_id);
}

async function onOne(walk: Walk, verb: string, body?: () => unknown) {
  const row = await opportunity(walk);
  if (!row) return;
  await attempt(walk, verb, "POST", `/opportunities/${row.id}/${verb}`, await body?.());
}

async function onMany(walk: Walk, verb: string, body: () => Promise<object> | object) {
  const ids = someOf(walk, await read(walk.api, "/opportunities?per_page=200")).map(({ id }) => id);
  if (ids.length === 0) return;
  await attempt(walk, verb, "POST", "/opportunities/bulk", { ids, ...await body() });
}

async function onQuote(walk: Walk, verb: string, status: string) {
  const quote = oneOf(walk, await read(walk.api, `/quotes?status=${status}`));
  if (quote) await attempt(walk, verb, "POST", `/quotes/${quote.id}/${verb}`, {});
}

async function onTask(walk: Walk, verb: string, method: string, body?: () => unknown) {
  const task = oneOf(walk, await read(walk.api, "/tasks?per_page=200"));
  if (task) await attempt(walk, verb, method, `/tasks/${task.id}`, body?.());
}

async function onContact(
  walk: Walk,
  verb: string,
  call: (id: number) => [method: string, path: string, body?: unknown],
) {
  const contact = oneOf(walk, await read(walk.api, "/contacts?per_page=200"));
  if (contact) await attempt(walk, verb, ...call(contact.id));
}

/** The first of them are walked more often. */
const often = ["create", "move", "move", "win", "lose", "sell"];

testOnEach("kept figures equal a calculation along a random walk", async (world) => {
  const api = apiOf(world, people.ana);
  const luis = await expectData(apiOf(world, people.luis, 1)("GET", "/me"));
  const { id: ana } = await expectData(api("GET", "/me"));
  const random = randomOf(seed);
  const walk: Walk = {
    world,
    api,
    random,
    members: [ana, luis.id, null],
    changes: [],
    done: new Map(),
  };
  for (let n = 0; n < 8; n++) await verbs.create!(walk);
  const names = [...Object.keys(verbs), ...often];
  for (let step = 0; step < steps; step++) {
    const name = oneOf(walk, names)!;
    await verbs[name]!(walk);
    if (step % 8 === 7) await assertKept(world, 1, `seed ${seed}, step ${step}, ${name}`);
  }
  for (const name of Object.keys(verbs)) assert.ok(walk.done.has(name), `nothing did: ${name}`);
});
