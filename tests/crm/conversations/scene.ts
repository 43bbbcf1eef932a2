/** Members with paired phones, and customers who write to a program of their company. */
import { connect, marta } from "../../channels/scene.ts";
import { startReceiver } from "../../support/receiver.ts";
import { type Answer, people, type World } from "../../support/world.ts";
import { apiOf, expectData } from "../scene.ts";

let count = 0;

export type Caller = Awaited<ReturnType<typeof pairCaller>>;

/** A phone that the member pairs in the panel, with its calls of conversations. */
export async function pairCaller(world: World, member: string, companyId?: number) {
  const api = apiOf(world, member, companyId);
  const { code } = await expectData(api("POST", "/devices/pairings", {}), 201);
  const { token, deviceId } = await expectData(
    world.call("POST", "/api/phone/pair", { json: { code } }),
    201,
  );
  const { id } = await expectData(api("GET", "/me"));
  return { ...callerOf(world, token), deviceId: deviceId as string, api, id: id as number };
}

export function callerOf(world: World, token: string) {
  const call = (method: string, path: string, json?: unknown): Promise<Answer> =>
    world.call(method, `/api/phone/${path}`, { device: token, json });
  const path = (contactId: number) => `conversations/${contactId}`;
  return {
    token,
    call,
    list: async (query = "") => await expectData(call("GET", `conversations${query}`)),
    read: async (contactId: number) => await expectData(call("GET", path(contactId))),
    reply: (contactId: number, json: Record<string, unknown>) =>
      call("POST", `${path(contactId)}/messages`, { key: `key ${++count}`, ...json }),
    verb: (contactId: number, verb: string, json?: unknown) =>
      call("POST", `${path(contactId)}/${verb}`, json),
    inbox: async () => await expectData(call("GET", "notifications")),
  };
}

/** Ana's and Luis' phones, and Marta, who has written and whom both were told of. */
export async function conversing(world: World) {
  const [ana, luis] = [
    await pairCaller(world, people.ana),
    await pairCaller(world, people.luis, 1),
  ];
  const receiver = startReceiver();
  const program = await connect(world, { callbackUrl: `${receiver.url}/out` });
  let written = 0;
  const writes = (text: string, from: object = marta) =>
    program.file({ externalId: `in ${++written}`, from, text });
  const { contactId, messageId } = await writes("¿Abren mañana?");
  return { ana, luis, receiver, program, writes, contactId, messageId };
}
