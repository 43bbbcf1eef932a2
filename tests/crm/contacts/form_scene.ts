/** Calls of the tests of the public form. */
import type { World } from "../../support/world.ts";

/** Sends the form. */
export const send = (world: World, json: unknown, headers?: Record<string, string>) =>
  world.call("POST", "/api/contact", { json, headers });

/** A member's list of contacts. */
export async function contactsOf(world: World, member: string, query = "") {
  const answer = await world.call("GET", `/api/admin/contacts${query}`, { member });
  return answer.body.data;
}

/** A contact's messages, the newest first. */
export async function threadOf(world: World, member: string, id: number) {
  return (await world.call("GET", `/api/admin/contacts/${id}/messages`, { member })).body.data;
}
