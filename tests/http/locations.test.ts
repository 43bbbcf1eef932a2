/** Where what was made is read: the cases come from the route table. */
import assert from "node:assert/strict";
import { apiOf, expectData } from "../crm/scene.ts";
import { makeScene } from "../isolation/things.ts";
import { nameOf } from "../isolation/try_endpoint.ts";
import { type Answer, type Call, makeWorld, type World } from "../support/world.ts";
import { allEntries } from "./routes.ts";

/** The form's sender may read nothing: an id would count the company's contacts for strangers. */
const unread = ["POST /api/contact"];

interface Creation {
  path: string;
  location: string | null;
  /** The status of what is read there at once: later calls may trash or merge it. */
  read: number;
}

/** Keeps, from now on, each call that answers 201, and reads what it has made. */
function recordMade(world: World): Creation[] {
  const creations: Creation[] = [];
  const call = world.call;
  world.call = async (method, path, options = {}) => {
    const answer = await call(method, path, options);
    if (answer.status !== 201) return answer;
    const location = answer.headers.get("location");
    const read = location
      ? await call("GET", locate(location, path), readerOf(options, answer))
      : null;
    creations.push({ path: `${method} ${path}`, location, read: read?.status ?? 0 });
    return answer;
  };
  return creations;
}

/** The address of what was made, read in the company that the call named. */
function locate(location: string, path: string): string {
  const { pathname, searchParams } = new URL(location, "http://localhost");
  const company = new URL(path, "http://localhost").searchParams.get("company_id");
  if (company) searchParams.set("company_id", company);
  return `${pathname}?${searchParams}`;
}

/** Matches the calls of an endpoint. */
function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replace(/\{\w+\}/g, "[^/?]+")}(\\?|$)`);
}

/** The credentials that read it: the caller's own, or what the answer has given to a new phone. */
function readerOf({ key, member, device }: Call, answer: Answer): Call {
  return { key, member, device: device ?? answer.body.data.token };
}

Deno.test("every 201 says where to read what was made, and it can be read there", async () => {
  await using world = await makeWorld({ env: { GATEWAY_SECRET: "s".repeat(32) } });
  const creations = recordMade(world);
  const { side, things, own } = await makeScene(world);
  const api = apiOf(world, side.member, side.companyId);
  await expectData(api("POST", `/quotes/${things.quotes}/duplicate`), 201);
  await expectData(api("POST", "/companies", { name: "Third" }), 201);
  const newcomer = { email: "newcomer@relevo.example", role: "ventas" };
  const { user_id } = await expectData(api("POST", "/employees", newcomer), 201);
  await expectData(api("POST", `/employees/${user_id}/link`), 201);
  await expectData(api("POST", `/channels/${things.channels}/secret`), 201);
  const written = { via: Number(things.channels), body: "Hello" };
  await expectData(api("POST", `/clients/${things.clients}/messages`, written), 201);
  const file = { member: side.member, body: "x" };
  const address = `/api/admin/files?name=a.txt&company_id=${side.companyId}`;
  await expectData(world.call("POST", address, file), 201);
  const post = (path: string, json: unknown) => {
    const at = `/api/phone/conversations/${things.conversations}${path}`;
    return expectData(world.call("POST", at, { device: own.token, json }), 201);
  };
  const after = (await expectData(
    world.call("GET", `/api/phone/conversations/${things.conversations}`, { device: own.token }),
  )).messages[0].id;
  await post("/messages", { text: "Hello", key: "1", after });
  await post("/notes", { text: "Hello", key: "2" });
  const photo = { device: own.token, body: "x" };
  await expectData(world.call("POST", "/api/phone/files?name=a.txt", photo), 201);
  const names = (await allEntries()).filter(({ method }) => method.spec.status === 201).map(nameOf);
  assert.ok(names.length > 15);
  for (const name of names.filter((one) => !unread.includes(one))) {
    const of = creations.filter(({ path }) => patternOf(name).test(path));
    assert.ok(of.length > 0, `${name} is not called here`);
    for (const { location, read } of of) {
      assert.ok(location, `${name} says no Location`);
      assert.equal(read, 200, `${name}: ${location}`);
    }
  }
});
