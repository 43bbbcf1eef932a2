/** A record's fields that others change while they are typed. */
import assert from "node:assert/strict";
import { until } from "../../support/wait.ts";
import { refusal } from "./browser.ts";
import { makeScene, type TabOptions } from "./client_scene.ts";

Deno.test("fields that others left alone are saved over theirs without a question", async () => {
  const { server, openTab } = makeScene();
  const { tab, write } = openTab();
  server.change({ city: "Madrid" });
  await write("name", "Ruiz SL");
  assert.deepEqual(tab.clashes, []);
  assert.deepEqual([server.record.name, server.record.city], ["Ruiz SL", "Madrid"]);
  assert.equal(tab.inputIn("city"), "Madrid");
});

Deno.test("a field that both changed is asked about, and waits for the answer", async () => {
  for (const choice of ["mine", "theirs"] as const) {
    const { server, openTab, stored } = makeScene();
    const { tab, write } = openTab();
    server.change({ city: "Madrid" });
    await write("city", "Toledo");
    assert.deepEqual(tab.clashes, [{ name: "city", mine: "Toledo", theirs: "Madrid" }]);
    // The dialog takes the focus, so the field is left once more.
    tab.commit("city");
    await tab.run();
    assert.equal(server.record.city, "Madrid", "the answer is not known yet");
    assert.deepEqual(stored()?.values, { city: "Toledo" });
    tab.resolve({ city: choice });
    await tab.run();
    assert.equal(server.record.city, choice === "mine" ? "Toledo" : "Madrid");
    assert.equal(tab.inputIn("city"), server.record.city);
    assert.deepEqual([tab.clashes, stored()], [[], null]);
  }
});

Deno.test("values right only together wait together when one of them clashes", async () => {
  const { server, openTab } = makeScene();
  const { tab } = openTab();
  server.change({ city: "Madrid" });
  tab.send({ city: "Toledo", employees: 9 });
  await tab.run();
  assert.equal(server.record.employees, 3);
  tab.resolve({ city: "mine" });
  await tab.run();
  assert.deepEqual([server.record.city, server.record.employees], ["Toledo", 9]);
});

Deno.test("a field that is taken back while it is being saved is not asked about", async () => {
  const { server, openTab } = makeScene();
  const { tab } = openTab();
  const release = server.hold();
  tab.type("city", "Toledo");
  tab.send({ city: "Toledo", employees: 9 });
  tab.revert("city");
  server.change({ city: "Madrid" });
  release();
  await tab.run();
  assert.deepEqual(tab.clashes, []);
  assert.deepEqual([server.record.city, server.record.employees], ["Madrid", 9]);
  assert.equal(tab.inputIn("city"), "Madrid");
});

Deno.test("a second clash leaves the first in sight", async () => {
  const { server, openTab } = makeScene();
  const { tab } = openTab();
  const release = server.hold();
  tab.type("city", "Toledo");
  tab.commit("city");
  tab.type("name", "Ruiz SL");
  tab.commit("name");
  server.change({ city: "Madrid" });
  release();
  await until(() => tab.clashes.length === 1);
  await tab.run();
  server.change({ name: "Hijos de Ruiz" });
  tab.adopt(server.record);
  tab.type("name", "Ruiz e hijos");
  server.change({ name: "Nietos de Ruiz" });
  tab.commit("name");
  await tab.run();
  assert.deepEqual(tab.clashes.map(({ name }) => name), ["city", "name"]);
  tab.resolve({ city: "mine", name: "theirs" });
  await tab.run();
  assert.deepEqual([server.record.city, server.record.name], ["Toledo", "Nietos de Ruiz"]);
});

Deno.test("what others change is taken over, except in a field that is typed in", async () => {
  const { server, openTab } = makeScene();
  const { tab } = openTab();
  tab.type("city", "Toledo");
  tab.adopt(server.change({ city: "Madrid", owner: { id: 4, name: "Ana" } }));
  assert.deepEqual([tab.inputIn("city"), tab.inputIn("owner_id")], ["Toledo", "4"]);
  tab.commit("city");
  await tab.run();
  assert.deepEqual(tab.clashes.map(({ name }) => name), ["city"]);
  tab.resolve({ city: "mine" });
  await tab.run();
  assert.equal(server.record.city, "Toledo");
});

Deno.test("input that is taken back or not understood does not hide what others changed", async () => {
  const { server, openTab } = makeScene();
  const { tab } = openTab();
  tab.type("employees", "4");
  tab.adopt(server.change({ employees: 5 }));
  tab.type("employees", "four");
  tab.commit("employees");
  tab.type("employees", "4");
  tab.commit("employees");
  await tab.run();
  assert.deepEqual(tab.clashes, [{ name: "employees", mine: 4, theirs: 5 }]);
  tab.resolve({});
  assert.equal(tab.inputIn("employees"), "5");
  tab.type("city", "Toledo");
  tab.adopt(server.change({ city: "Madrid" }));
  tab.revert("city");
  assert.equal(tab.inputIn("city"), "Madrid");
});

Deno.test("a reference that others changed while another was picked is asked about", async () => {
  const { server, openTab } = makeScene();
  const { tab, write } = openTab();
  server.change({ owner: { id: 4, name: "Luis" } });
  await write("owner_id", "2");
  assert.deepEqual(tab.clashes, [{ name: "owner_id", mine: 2, theirs: 4 }]);
});

Deno.test("a change that is heard of during a save is there after it, an old one never", async () => {
  const { server, openTab } = makeScene();
  const { tab, write } = openTab();
  const old = server.record;
  server.failures = [refusal(422, "validation_failed", { city: "too long" })];
  const release = server.hold();
  const save = write("city", "Getafe");
  tab.adopt(server.change({ name: "Ruiz SL" }));
  assert.equal(tab.inputIn("name"), "Ruiz");
  release();
  await save;
  assert.equal(tab.inputIn("name"), "Ruiz SL");
  tab.adopt(old);
  assert.equal(tab.inputIn("name"), "Ruiz SL");
});

Deno.test("values that can be merged are, with what was typed meanwhile, and asked about never", async () => {
  const { server, openTab, stored } = makeScene();
  const merge: TabOptions["merge"] = (_, { base, mine, theirs }) =>
    [String(theirs), ...String(mine).split(",").filter((one) => !String(base).includes(one))]
      .join();
  server.record.city = "a";
  const { tab } = openTab({ merge });
  server.change({ city: "a,b" });
  const release = server.hold();
  tab.commit("city", "a,x");
  tab.commit("city", "a,x,y");
  release();
  await tab.run();
  assert.deepEqual([server.record.city, tab.inputIn("city")], ["a,b,x,y", "a,b,x,y"]);
  assert.deepEqual([tab.clashes, stored()], [[], null]);
  // So is what a page left behind.
  tab.type("city", "a,b,x,y,z");
  server.change({ city: "b,x,y" });
  const next = openTab({ merge });
  await next.tab.run();
  assert.deepEqual([server.record.city, next.tab.clashes], ["b,x,y,z", []]);
});
