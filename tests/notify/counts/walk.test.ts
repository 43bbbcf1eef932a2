/** Random sends and what people do with them, the same for the same seed. */
import assert from "node:assert/strict";
import { foldNotificationCounts } from "@/lib/notify/sending/counts/kept_counts.ts";
import { countRecordsOfBefore } from "@/lib/figures/days/count_records.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { randomOf } from "../../figures/scene.ts";
import { passNight } from "../../support/nights.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { shift } from "../due/scene.ts";
import { ask, expire, inTenant, type Phone, yesNo } from "../scene.ts";
import { assertKept, forget } from "./compare.ts";

const seed = 20_261_130;
const steps = 60;
const atOnce = 3;

const users = Array.from({ length: 26 }, (_, n) => `persona${n}@correo.example`);

interface Walk {
  world: World;
  phones: Phone[];
  random: () => number;
  ids: string[];
  done: Map<string, number>;
}

function oneOf<T>({ random }: Walk, list: T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

async function note(walk: Walk, verb: string, id: string): Promise<void> {
  walk.ids.push(id);
  walk.done.set(verb, (walk.done.get(verb) ?? 0) + 1);
  return await Promise.resolve();
}

async function call(
  walk: Walk,
  verb: string,
  [method, path, init]: Parameters<World["call"]>,
): Promise<void> {
  const { status, body } = await walk.world.call(method, path, init);
  assert.ok(status < 500, JSON.stringify(body));
  if (status < 300) walk.done.set(verb, (walk.done.get(verb) ?? 0) + 1);
}

const mark = (walk: Walk, verb: string, body: (id: string) => object) =>
  call(walk, verb, ["POST", "/api/phone/notifications/marks", {
    device: oneOf(walk, walk.phones).token,
    json: body(oneOf(walk, walk.ids)),
  }]);

const verbs: Record<string, (walk: Walk) => Promise<void>> = {
  many: async (walk) => note(walk, "many", await ask(walk.world, { userIds: users })),
  few: async (walk) =>
    note(walk, "few", await ask(walk.world, { userIds: users.slice(0, 20), ttl: 600 })),
  tagged: async (walk) =>
    note(walk, "tagged", await ask(walk.world, { userIds: users, tag: "obra", ttl: 600 })),
  escalating: async (walk) => {
    const escalate = { after: 60, userIds: ["jefa", "jefe"] };
    const userIds = users.slice(0, 21 + Math.floor(walk.random() * 5));
    await note(walk, "escalating", await ask(walk.world, { userIds, escalate, actions: yesNo }));
  },
  delivered: (walk) => mark(walk, "delivered", (id) => ({ delivered: [id] })),
  read: (walk) => mark(walk, "read", (id) => ({ read: [id] })),
  readThrough: (walk) => mark(walk, "readThrough", (readThrough) => ({ readThrough })),
  answer: (walk) =>
    call(walk, "answer", [
      "POST",
      `/api/phone/notifications/${oneOf(walk, walk.ids)}/response`,
      { device: oneOf(walk, walk.phones).token, json: { actionId: "yes" } },
    ]),
  cancel: (walk) =>
    call(walk, "cancel", ["DELETE", `/api/notifications/${oneOf(walk, walk.ids)}`, {
      key: walk.world.keys.shop,
    }]),
  async expire(walk) {
    await expire(walk.world, oneOf(walk, walk.ids));
    walk.done.set("expire", 1);
  },
  async time(walk) {
    await shift(walk.world, 70);
    await walk.world.services.dueTimes.sweep();
    walk.done.set("time", 1);
  },
  async old(walk) {
    const id = oneOf(walk, walk.ids);
    const created_at = new Date(Date.now() - 40 * 86_400_000);
    await inTenant(
      walk.world,
      (trx) => trx.updateTable("notifications").set({ created_at }).where("id", "=", id).execute(),
    );
    await passNight(walk.world, { retentionDays: 30 });
    walk.done.set("old", 1);
  },
  async erase(walk) {
    const api = apiOf(walk.world, people.ana);
    const email = oneOf(walk, users);
    const name = `Persona ${Math.floor(walk.random() * 1e9)}`;
    const { id } = await expectData(
      api("POST", "/contacts", { name, email, message: "Hola" }),
      201,
    );
    const { status } = await api("POST", `/contacts/${id}/erase`, { confirm: name });
    if (status < 300) walk.done.set("erase", 1);
  },
  async fold(walk) {
    await foldNotificationCounts(walk.world.services.database.db);
    walk.done.set("fold", 1);
  },
  async before(walk) {
    await forget(walk.world);
    await countRecordsOfBefore(walk.world.services.database.db);
    walk.done.set("before", 1);
  },
};

/** These change what others of their step count on. */
const alone = new Set(["before", "old", "time"]);

testOnEach("kept counts equal a count along a random walk", async (world) => {
  const phones: Phone[] = [];
  for (const user of users.slice(0, 6)) phones.push(await world.pairPhone(user));
  const walk: Walk = { world, phones, random: randomOf(seed), ids: [], done: new Map() };
  for (const name of ["many", "few", "tagged", "escalating"]) await verbs[name]!(walk);
  const names = Object.keys(verbs);
  for (let step = 0; step < steps; step++) {
    const first = oneOf(walk, names);
    const others = Array.from({ length: atOnce - 1 }, () => oneOf(walk, names));
    const together = alone.has(first)
      ? [first]
      : [first, ...others.filter((one) => !alone.has(one))];
    await Promise.all(together.map((name) => verbs[name]!(walk)));
    await assertKept(world, `seed ${seed}, step ${step}, ${together}`);
  }
  for (const name of names) assert.ok(walk.done.has(name), `nothing did: ${name}`);
});
