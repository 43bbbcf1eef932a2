/** One of everything that company 1 can have, each made through the API with the marker in it. */
import { askAndAnswer, inTenant, type Phone, send } from "../notify/scene.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { people, type World } from "../support/world.ts";

/** Stands in everything that company 1 has, and must never be seen by another. */
export const marker = "Llave-7f3a91";

/** The ids of company 1's things, by the word before the parameter. */
export type Things = Record<string, string>;

export interface Scene {
  world: World;
  things: Things;
  /** Maria's phone in company 1, her namesake's in company 2, and Luis's in company 1. */
  phones: { maria: Phone; namesake: Phone; luis: Phone };
}

export async function makeScene(world: World): Promise<Scene> {
  const { maria, ...notified } = await makeNotified(world);
  const things = { ...notified, ...await makeRecords(world) };
  return {
    world,
    things,
    phones: {
      maria,
      namesake: await world.pairPhone("maria", world.keys.studio),
      luis: await world.pairPhone("luis"),
    },
  };
}

/** A notification that was answered, and one that was not. */
async function makeNotified(world: World) {
  await using receiver = startReceiver({ handler: () => new Response(marker) });
  const code = await world.call("POST", "/api/devices/pairings", {
    key: world.keys.shop,
    json: { userId: "maria", name: marker },
  });
  const paired = await world.call("POST", "/api/phone/pair", {
    json: { code: code.body.data.code },
  });
  const maria: Phone = paired.body.data;
  const fields = {
    ...{ title: marker, body: marker, sender: marker, tag: marker, data: { marker } },
    actions: [{ id: "yes", label: marker }, { id: "no", label: "no" }],
    callbackUrl: `${receiver.url}/${marker}`,
  };
  const { id, responseId } = await askAndAnswer(world, maria, fields);
  await send(world, { title: marker, idempotencyKey: marker });
  await until(async () => (await attempts(world)) === 1, { what: "the callback to be stored" });
  const ids = { notifications: id, responses: responseId, callbacks: responseId };
  return { ...ids, devices: maria.deviceId, maria };
}

const attempts = (world: World) =>
  inTenant(
    world,
    async (trx) => (await trx.selectFrom("callback_attempts").select("number").execute()).length,
  );

/** The commercial side's records; a quotation is shared, and another one sold. */
export async function makeRecords(world: World): Promise<Things> {
  const api = apiOf(world, people.ana);
  const make = (path: string, json?: unknown) => expectData(api("POST", path, json), 201);
  const email = "persona@cliente.example";
  const employee = { email: "nuevo@primary.example", name: marker, role: marker };
  const { user_id } = await make("/employees", employee);
  const contact = await make("/contacts", { name: marker, email });
  await make(`/contacts/${contact.id}/messages`, { direction: "in", body: marker });
  const client = await make("/clients", { name: marker, email });
  const product = await make("/products", { name: marker, unit_price: 50 });
  const stage = await make("/pipeline-stages", { name: marker });
  const opportunity = await make("/opportunities", { title: marker, client_id: client.id });
  const lines = [{ name: marker, quantity: 1, unit_price: 50, tax_rate: 21 }];
  const draft = async () =>
    await make("/quotes", { opportunity_id: opportunity.id, title: marker, lines });
  const offered = await draft();
  await expectData(api("POST", `/quotes/${offered.id}/send`));
  const { token } = await make(`/quotes/${offered.id}/share`, {});
  const sold = await draft();
  await expectData(api("POST", `/quotes/${sold.id}/send`));
  await expectData(api("POST", `/quotes/${sold.id}/approve`, {}));
  const { sale } = await make(`/quotes/${sold.id}/confirm-sale`);
  const task = await make("/tasks", { title: marker });
  const span = { starts_at: "2026-11-20T10:00:00Z", ends_at: "2026-11-20T11:00:00Z" };
  const event = await make("/events", { title: marker, ...span });
  const note = await make("/notes", { body: marker, client_id: client.id });
  const key = await make("/keys", { name: marker });
  await expectData(api("PATCH", "/companies/1", { address: marker }));
  const ids = {
    ...{ contacts: contact.id, clients: client.id, products: product.id, quotes: offered.id },
    ...{ "pipeline-stages": stage.id, opportunities: opportunity.id, sales: sale.id },
    ...{ tasks: task.id, events: event.id, notes: note.id, keys: key.id, companies: 1 },
    ...{ employees: user_id, users: user_id, logo: await giveLogo(world), q: token },
  };
  return Object.fromEntries(Object.entries(ids).map(([noun, id]) => [noun, String(id)]));
}

/** A picture as far as its first bytes say. */
export const picture = () =>
  Uint8Array.from(`\x89PNG\r\n\x1a\n${marker}`, (letter) => letter.charCodeAt(0));

async function giveLogo(world: World): Promise<string> {
  const { logo } = await expectData(world.call("PUT", "/api/admin/companies/1/logo", {
    member: people.ana,
    body: picture(),
    headers: { "Content-Type": "image/png" },
  }));
  return logo.split("/").at(-1);
}

/** The queries of endpoints that answer none without one. */
export function queryOf(path: string, { clients }: Things): Record<string, string> {
  const needed: Record<string, Record<string, string>> = {
    "GET /api/admin/activities": { client_id: clients! },
    "GET /api/admin/notes": { client_id: clients! },
    "GET /api/admin/search": { q: marker.split("-")[0]!.toLowerCase() }, // it is repeated in the answer
    "GET /api/admin/events": { from: "2026-11-01", to: "2026-12-01" },
  };
  return needed[path] ?? {};
}
