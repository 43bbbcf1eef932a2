/** Where what was made is read: the cases come from the route table. */
import assert from "node:assert/strict";
import { apiOf, expectData } from "../crm/scene.ts";
import { makeScene } from "../isolation/things.ts";
import { nameOf } from "../isolation/try_door.ts";
import { type Answer, type Call, makeWorld, type World } from "../support/world.ts";
import { allEntries } from "./routes.ts";

/** The form's sender may read nothing: an id would count the company's contacts for strangers. */
const unread = ["POST /api/contact"];

interface Made {
  path: string;
  call: Call;
  answer: Answer;
}

/** Keeps, from now on, each call that answers 201. */
function recordMade(world: World): Made[] {
  const made: Made[] = [];
  const call = world.call;
  world.call = async (method, path, options = {}) => {
    const answer = await call(method, path, options);
    if (answer.status === 201) made.push({ path: `${method} ${path}`, call: options, answer });
    return answer;
  };
  return made;
}

/** Matches the calls of an endpoint. */
function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replace(/\{\w+\}/g, "[^/?]+")}(\\?|$)`);
}

/** The credentials that read it: the caller's own, or what the answer has given to a new phone. */
function readerOf({ call: { key, member, device }, answer }: Made): Call {
  return { key, member, device: device ?? answer.body.data.token };
}

Deno.test("every 201 says where to read what was made, and it can be read there", async () => {
  await using world = await makeWorld();
  const made = recordMade(world);
  const { side, things } = await makeScene(world);
  const api = apiOf(world, side.member, side.companyId);
  await expectData(api("POST", `/quotes/${things.quotes}/duplicate`), 201);
  await expectData(api("POST", "/companies", { name: "Third" }), 201);
  const names = (await allEntries()).filter(({ method }) => method.spec.status === 201).map(nameOf);
  assert.ok(names.length > 15);
  for (const name of names.filter((one) => !unread.includes(one))) {
    const of = made.filter(({ path }) => patternOf(name).test(path));
    assert.ok(of.length > 0, `${name} is not called here`);
    for (const one of of) {
      const location = one.answer.headers.get("location");
      assert.ok(location, `${name} says no Location`);
      const { pathname, searchParams } = new URL(location, world.url);
      if (one.call.member) searchParams.set("company_id", String(side.companyId));
      const read = await world.call("GET", `${pathname}?${searchParams}`, readerOf(one));
      assert.equal(read.status, 200, `${name}: ${location}`);
    }
  }
});
