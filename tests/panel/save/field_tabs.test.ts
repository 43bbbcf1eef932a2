/** A record's fields in tabs that share a browser's storage, one after the other or at once. */
import assert from "node:assert/strict";
import { makeScene, offline } from "./client_scene.ts";

Deno.test("a page that was left with unsaved input is followed by one that sends it", async () => {
  const { server, openTab, stored } = makeScene();
  openTab().tab.type("city", "Getafe");
  const { tab } = openTab();
  assert.equal(tab.inputIn("city"), "Getafe");
  await tab.run();
  assert.deepEqual([server.record.city, stored()], ["Getafe", null]);
});

Deno.test("input of a left page over what has changed since is asked about, the rest is sent", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab: first } = openTab();
  first.type("city", "Toledo");
  first.type("name", "Ruiz SL");
  server.change({ city: "Madrid" });
  const { tab } = openTab();
  await tab.run();
  assert.deepEqual([server.record.name, server.record.city], ["Ruiz SL", "Madrid"]);
  assert.deepEqual(tab.clashes, [{ name: "city", mine: "Toledo", theirs: "Madrid" }]);
  tab.resolve({ city: "theirs" });
  assert.deepEqual([tab.inputIn("city"), stored()], ["Madrid", null]);
  assert.deepEqual(openTab().tab.clashes, [], "the question is not asked again");
});

Deno.test("a tab that saves or takes back leaves what another tab has stored", async () => {
  const { server, openTab, stored } = makeScene();
  const [one, other] = [openTab(), openTab()];
  const release = server.hold();
  one.tab.type("city", "Madrid");
  one.tab.commit("city");
  one.tab.type("name", "Ruiz SL");
  other.tab.type("city", "Toledo");
  other.tab.type("name", "Hijos de Ruiz");
  release();
  await one.tab.run();
  one.tab.revert("name");
  assert.deepEqual(stored()?.values, { city: "Toledo", name: "Hijos de Ruiz" });
  // The other tab is closed; the page that comes next knows what both have done.
  const { tab } = openTab();
  assert.deepEqual(tab.clashes, [{ name: "city", mine: "Toledo", theirs: "Madrid" }]);
  await tab.run();
  assert.equal(server.record.name, "Hijos de Ruiz");
});

Deno.test("two tabs that send the same value ask nothing", async () => {
  const { server, openTab } = makeScene();
  const one = openTab();
  server.failures = [offline];
  await one.write("city", "Getafe");
  const other = openTab();
  await other.tab.run();
  assert.equal(server.record.city, "Getafe");
  assert.equal(await one.tab.run(), true);
  assert.deepEqual([one.tab.clashes, other.tab.clashes], [[], []]);
});
