/** Contacts that are separated get their own conversations back, also what was written since. */
import assert from "node:assert/strict";
import { testOnEach } from "../support/world.ts";
import { type Api, expectData } from "../crm/scene.ts";
import { connect } from "./scene.ts";

async function textsOf(api: Api, id: number): Promise<string[]> {
  const all = await expectData(api("GET", `/contacts/${id}/messages?per_page=100`));
  return all.map(({ body }: { body: string }) => body).sort();
}

testOnEach("an unmerge gives each contact its account's messages", async (world) => {
  const program = await connect(world);
  const { api } = program;
  let number = 0;
  const file = async (id: string, text: string, rest: object = {}) =>
    (await program.file({ externalId: String(++number), from: { id, name: id }, text, ...rest }))
      .contactId as number;
  const [a, b, c] = [await file("a", "a1"), await file("b", "b1"), await file("c", "c1")];
  const merge = (id: number, into_id: number) =>
    expectData(api("POST", `/contacts/${id}/merge`, { into_id }));
  await merge(a, b);
  assert.equal(await file("a", "a2"), b);
  await file("a", "a3", { direction: "out" });
  await file("b", "b2");
  await expectData(
    api("POST", `/contacts/${b}/messages`, { direction: "note", body: "apunte" }),
    201,
  );
  // The chain goes on, and more is written at its end.
  await merge(b, c);
  await file("a", "a4");
  await file("b", "b3", { direction: "out" });
  await file("c", "c2");

  const back = await expectData(api("POST", `/contacts/${a}/unmerge`));
  assert.deepEqual(await textsOf(api, a), ["a1", "a2", "a3", "a4"]);
  assert.deepEqual(back.returned.filter(({ type }: { type: string }) => type === "message"), [
    { type: "message", count: 4 },
  ]);
  assert.deepEqual(back.stayed, []);
  assert.deepEqual(await textsOf(api, c), ["apunte", "b1", "b2", "b3", "c1", "c2"]);
  await expectData(api("POST", `/contacts/${b}/unmerge`));
  assert.deepEqual(await textsOf(api, b), ["apunte", "b1", "b2", "b3"]);
  assert.deepEqual(await textsOf(api, c), ["c1", "c2"]);
  // Who waits is whoever wrote last in each.
  const last = async (id: number) => {
    const { last_direction, status } = await expectData(api("GET", `/contacts/${id}`));
    return [last_direction, status];
  };
  assert.deepEqual([await last(a), await last(b), await last(c)], [
    ["in", "new"],
    ["out", "read"],
    ["in", "new"],
  ]);
  assert.deepEqual([await file("a", "a5"), await file("b", "b4")], [a, b]);
});

testOnEach("an identity that both contacts have stays with the merged one", async (world) => {
  const program = await connect(world);
  const { api } = program;
  const write = async (message: string, email: string, phone?: string) => {
    const json = { site: "primary", name: "Rosa", email, phone, message };
    const sent = await world.call("POST", "/api/contact", { json });
    assert.ok(sent.status < 300, JSON.stringify(sent.body));
  };
  await write("r1", "rosa@x.es");
  await write("s1", "sol@x.es");
  const all = await expectData(api("GET", "/contacts"));
  const of = (email: string) =>
    all.find((one: { email: string }) => one.email === email).id as number;
  const [rosa, sol] = [of("rosa@x.es"), of("sol@x.es")];
  await expectData(api("POST", `/contacts/${rosa}/merge`, { into_id: sol }));
  await write("r2", "ROSA@x.es");
  await write("s2", "sol@x.es");
  // An answer typed by hand names nobody.
  await expectData(api("POST", `/contacts/${sol}/messages`, { direction: "out", body: "o" }), 201);
  await expectData(api("POST", `/contacts/${rosa}/unmerge`));
  assert.deepEqual(await textsOf(api, rosa), ["r1", "r2"]);
  assert.deepEqual(await textsOf(api, sol), ["o", "s1", "s2"]);
});
