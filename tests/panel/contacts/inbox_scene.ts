/** API calls of the inbox's tests. */
import assert from "node:assert/strict";
import { people, type World } from "../../support/world.ts";

const member = people.ana;

/** Sends the public form. */
export async function write(world: World, json: Record<string, string>) {
  const sent = await world.call("POST", "/api/contact", { json: { site: "primary", ...json } });
  assert.ok(sent.status < 300, JSON.stringify(sent.body));
}

export async function make(world: World, list: string, json: unknown) {
  return (await world.call("POST", `/api/admin/${list}`, { member, json })).body.data;
}

export async function get(world: World, path: string) {
  return (await world.call("GET", `/api/admin/${path}`, { member })).body.data;
}

export const contact = (world: World, id: number) => get(world, `contacts/${id}`);

/** The contact that the words lead to. */
export async function idOf(world: World, q: string): Promise<number> {
  return (await get(world, `contacts?q=${encodeURIComponent(q)}`))[0].id;
}
