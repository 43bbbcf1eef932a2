/** Posts of the public form beyond the limit of a day, for the tests of what is held. */
import assert from "node:assert/strict";
import { people, type World } from "../../support/world.ts";
import { type Api, expectData } from "../scene.ts";
import { contactsOf, send } from "./form_scene.ts";

export const env = {
  CONTACT_LIMIT_PER_DAY: "3",
  CONTACT_LIMIT_PER_ADDRESS: "0",
  CLIENT_IP_HEADER: "X-Real-Ip",
};

interface Post {
  email?: string;
  phone?: string;
  message: string;
  website?: string;
}

/** Posts the form of company 1 from an address. */
export async function post(world: World, from: string, fields: Post): Promise<void> {
  const answer = await send(world, { name: "Alguien", ...fields }, { "X-Real-Ip": from });
  assert.deepEqual([answer.status, answer.body.data], [201, { received: true }]);
}

/** The day's limit, used up from one network. */
export async function fillDay(world: World): Promise<void> {
  for (let at = 1; at <= 3; at++) {
    await post(world, `203.0.113.${at}`, {
      email: `f${at}@flood.example`,
      message: `Oferta ${at}`,
    });
  }
}

/** A contact that is held, with its number. */
export async function holdOne(world: World, email = "lead@casa.example"): Promise<number> {
  await post(world, "203.0.113.77", { email, message: `Quiero un logo, soy ${email}` });
  const [contact] = await contactsOf(world, people.ana, `?held=true&q=${email}`);
  assert.equal(contact.email, email);
  return contact.id;
}

export const emails = (records: { email: string }[]) => records.map(({ email }) => email).sort();
export const inbox = async (world: World) => emails(await contactsOf(world, people.ana));
export const heldEmails = async (world: World) =>
  emails(await contactsOf(world, people.ana, "?held=true"));
export const verbs = async (api: Api, id: number) =>
  (await expectData(api("GET", `/activities?contact_id=${id}`)))
    .map(({ verb }: { verb: string }) => verb);
