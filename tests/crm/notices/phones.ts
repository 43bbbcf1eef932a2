/** Members with paired phones, for tests of the CRM's notices. */
import { type Answer, people, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData } from "../scene.ts";

interface PhoneNotice {
  id: string;
  title: string;
  body: string;
  actions: { id: string; label: string }[];
  priority: string;
  type: string;
  url: string;
  sender: string;
  answerable: boolean;
}

export interface Phone {
  token: string;
  inbox(): Promise<PhoneNotice[]>;
  answer(id: string, actionId?: string): Promise<Answer>;
}

function phoneOf(world: World, device: string): Phone {
  return {
    token: device,
    inbox: () => expectData(world.call("GET", "/api/phone/notifications", { device })),
    answer: (id, actionId) =>
      world.call("POST", `/api/phone/notifications/${id}/response`, { device, json: { actionId } }),
  };
}

/** A phone that the member pairs in the panel. */
export async function pairOwn(world: World, api: Api): Promise<Phone> {
  const { code } = await expectData(api("POST", "/devices/pairings", {}), 201);
  const pair = world.call("POST", "/api/phone/pair", { json: { code } });
  return phoneOf(world, (await expectData(pair, 201)).token);
}

/** Company 1's people with a phone each, and a phone that a key paired under Luis's address. */
export async function team(world: World) {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  return {
    ana: {
      api: ana,
      id: (await expectData(ana("GET", "/me"))).id,
      phone: await pairOwn(world, ana),
    },
    luis: {
      api: luis,
      id: (await expectData(luis("GET", "/me"))).id,
      phone: await pairOwn(world, luis),
    },
    stranger: phoneOf(world, (await world.pairPhone(people.luis)).token),
  };
}
