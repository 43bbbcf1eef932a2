/** A record's fields while they are typed, saved, refused and kept without a network. */
import assert from "node:assert/strict";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { refusal } from "./browser.ts";
import { type Client, makeScene, offline } from "./client_scene.ts";

Deno.test("a field that is left is saved once, and Enter before it changes nothing", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab, drawn } = openTab();
  tab.commit("city");
  assert.deepEqual(server.writes, [], "nothing was typed");
  const release = server.hold();
  tab.type("city", "Getafe");
  assert.deepEqual(stored()?.values, { city: "Getafe" });
  tab.commit("city");
  tab.commit("city");
  assert.equal(tab.standing("city"), "saving");
  release();
  assert.equal(await tab.run(), true);
  assert.deepEqual(server.writes, [{ city: "Getafe" }]);
  assert.deepEqual([tab.inputs, tab.standing("city"), stored()], [{}, null, null]);
  assert.deepEqual(drawn.at(-1), ["saved", null]);
});

Deno.test("what is typed while a save is under way goes with the next", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab } = openTab();
  const release = server.hold();
  tab.type("city", "Alcalá");
  tab.commit("city");
  tab.type("city", "Alcalá la Real");
  tab.type("name", "Ruiz e hijos");
  tab.commit("name");
  release();
  await tab.run();
  assert.deepEqual(server.writes, [{ city: "Alcalá" }, { name: "Ruiz e hijos" }]);
  assert.equal(tab.inputIn("city"), "Alcalá la Real");
  // A page that comes next sends it over what was saved, and asks nothing.
  assert.deepEqual(stored(), { values: { city: "Alcalá la Real" }, base: { city: "Alcalá" } });
  tab.commit("city");
  await tab.run();
  assert.equal(server.record.city, "Alcalá la Real");
  assert.equal(stored(), null);
});

Deno.test("what is chosen while a save is under way is drawn at once", async () => {
  const { server, openTab } = makeScene();
  const { tab, drawn } = openTab();
  const release = server.hold();
  tab.commit("city", "Getafe");
  drawn.length = 0;
  tab.commit("city", "Parla");
  assert.deepEqual([drawn.length, tab.inputIn("city")], [1, "Parla"]);
  release();
  await tab.run();
  assert.equal(server.record.city, "Parla");
});

Deno.test("the old value, typed while the new one is being saved, is saved after it", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab } = openTab();
  const release = server.hold();
  tab.type("name", "Ruiz SL");
  tab.commit("name");
  tab.type("name", "Ruiz");
  assert.deepEqual(stored()?.values, { name: "Ruiz" }, "also if the page is left now");
  tab.commit("name");
  release();
  await tab.run();
  assert.deepEqual(server.writes, [{ name: "Ruiz SL" }, { name: "Ruiz" }]);
  assert.equal(tab.inputIn("name"), "Ruiz");
});

Deno.test("a field that is taken back while it is being saved shows what is saved", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab } = openTab();
  const release = server.hold();
  tab.type("city", "Parla");
  tab.commit("city");
  tab.revert("city");
  release();
  await tab.run();
  assert.deepEqual([server.record.city, tab.inputIn("city"), stored()], ["Parla", "Parla", null]);
});

Deno.test("a field that is taken back while its save fails is not sent again", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab } = openTab();
  server.failures = [offline];
  const release = server.hold();
  tab.type("city", "Parla");
  tab.type("name", "Ruiz SL");
  tab.send({ city: "Parla", name: "Ruiz SL" });
  tab.revert("city");
  release();
  await tab.run();
  assert.deepEqual(stored()?.values, { name: "Ruiz SL" });
  assert.equal(await tab.run(), true);
  assert.deepEqual(server.writes.at(-1), { name: "Ruiz SL" });
  assert.equal(tab.inputIn("city"), "");
});

Deno.test("without a network values are kept, and sent when it is back", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab, clock, drawn, write } = openTab();
  server.failures = [offline, offline];
  assert.equal(await write("city", "Getafe"), false);
  assert.deepEqual([tab.state.kind, tab.standing("city")], ["failed", "kept"]);
  assert.ok(tab.state.kind === "failed" && tab.state.isOffline);
  assert.deepEqual(drawn.at(-1), ["failed", "kept"]);
  assert.deepEqual(stored()?.values, { city: "Getafe" });
  // The store tries by itself too, and the line stays as it is until it knows more.
  drawn.length = 0;
  clock.end();
  await tab.run();
  assert.equal(server.writes.length, 2);
  assert.ok(drawn.every(([kind]) => kind === "failed"), drawn.join());
  assert.deepEqual(clock.waits.length, 1, "and once more, later");
  assert.equal(await tab.run(), true);
  assert.equal(server.record.city, "Getafe");
  assert.deepEqual([tab.state.kind, stored(), clock.waits], ["saved", null, []]);
});

Deno.test("what is taken back without a network is sent neither now nor later", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab, write } = openTab();
  server.failures = [offline];
  await write("city", "Parla");
  tab.revert("city");
  assert.deepEqual([tab.state.kind, tab.inputIn("city"), stored()], ["idle", "", null]);
  assert.equal(await tab.run(), true);
  openTab();
  assert.equal(server.writes.length, 1);
});

Deno.test("only a refusal ends the tries of a save", async () => {
  const outcomes: [Exclude<Outcome<Client>, { ok: true }>, boolean][] = [
    [offline, true],
    [{ ok: false, why: "session" }, true],
    [{ ok: false, why: "odd" }, true],
    [refusal(503, "unavailable"), true],
    [refusal(422, "validation_failed", { city: "too long" }), false],
    [refusal(403, "forbidden"), false],
    [refusal(404, "not_found"), false],
    [refusal(409, "in_trash"), false],
  ];
  for (const [failure, isTriedAgain] of outcomes) {
    const { server, openTab, stored } = makeScene();
    const { tab, clock, write } = openTab();
    server.failures = [failure];
    await write("city", "Getafe");
    assert.equal(tab.state.kind, "failed");
    assert.equal(tab.inputIn("city"), "Getafe");
    assert.deepEqual(stored()?.values, { city: "Getafe" });
    clock.end();
    await tab.run();
    assert.equal(server.writes.length, isTriedAgain ? 2 : 1, JSON.stringify(failure));
  }
});

Deno.test("a refused field says why until another text is saved", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab, write } = openTab();
  server.failures = [refusal(422, "validation_failed", { city: "too long" })];
  await write("city", "G".repeat(300));
  assert.deepEqual([tab.errors, tab.standing("city")], [{ city: "too long" }, "wrong"]);
  await write("name", "Ruiz SL");
  assert.deepEqual(tab.errors, { city: "too long" }, "another field is another matter");
  await write("city", "Getafe");
  assert.deepEqual([tab.errors, server.record.city, stored()], [{}, "Getafe", null]);
});

Deno.test("cells say a refusal themselves, also one that names no field", async () => {
  for (const [fields, error] of [[{ city: "too long" }, "too long"], [{}, "forbidden."]] as const) {
    const { server, openTab } = makeScene();
    const { tab, write } = openTab({ hasOwnErrors: true });
    server.failures = [refusal(403, "forbidden", fields)];
    await write("city", "Getafe");
    assert.deepEqual(tab.errors, { city: error });
  }
});

Deno.test("an unreadable value is neither sent nor stored, nor is the one before it", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab, write } = openTab();
  server.failures = [offline];
  await write("employees", "12");
  await write("employees", "many");
  assert.deepEqual([tab.errors, stored()], [{ employees: "not a number" }, null]);
  assert.equal(tab.inputIn("employees"), "many");
  assert.equal(server.writes.length, 1);
  tab.revert("employees");
  assert.deepEqual([tab.errors, tab.inputIn("employees")], [{}, "3"]);
});

Deno.test("a browser that blocks its storage saves all the same", async () => {
  const { server, storage, openTab } = makeScene();
  storage.isBlocked = true;
  const { write } = openTab();
  assert.equal(await write("city", "Getafe"), true);
  assert.equal(server.record.city, "Getafe");
});
