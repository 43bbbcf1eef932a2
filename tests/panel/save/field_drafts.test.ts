/** A record's fields while they are typed, saved, refused, kept and changed by others. */
import assert from "node:assert/strict";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { FieldDrafts, type FieldOptions } from "@/lib/panel/save/field_drafts.ts";
import { until } from "../../support/wait.ts";
import { HandClock, MemoryStorage, RecordServer, refusal } from "./browser.ts";

interface Client extends Record<string, unknown> {
  id: number;
  version: number;
  name: string;
  city: string | null;
  employees: number | null;
  owner: { id: number; name: string } | null;
}

const offline = { ok: false, why: "network" } as const;
const names = ["name", "city", "employees", "owner_id"];
const first: Client = { id: 7, version: 1, name: "Ruiz", city: null, employees: 3, owner: null };

function read(name: string, input: string) {
  const text = input.trim();
  if (name === "name" || name === "city") return { value: text || null };
  const value = Number(text);
  return Number.isNaN(value) ? { error: "not a number" } : { value: text === "" ? null : value };
}

type TabOptions = Partial<Pick<FieldOptions<Client, string>, "hasOwnErrors" | "merge">>;

/** A client on the server, and the browser that edits it in one or more tabs. */
function makeScene() {
  const server = new RecordServer<Client>({ ...first }, (_, { owner_id, ...body }) => ({
    ...body as Partial<Client>,
    ...owner_id !== undefined && { owner: { id: Number(owner_id), name: "Ana" } },
  }));
  const storage = new MemoryStorage();
  const openTab = ({ hasOwnErrors, merge }: TabOptions = {}) => {
    const clock = new HandClock();
    const drawn: [string, string | null][] = [];
    const tab = new FieldDrafts<Client, string>(
      {
        path: "clients/7",
        record: server.record,
        ...{ companyId: 1, language: "en", names, hasOwnErrors, read, merge },
        inputOf: (_, value) => String(value ?? ""),
      },
      () => drawn.push([tab.state.kind, tab.standing("city")]),
      { call: server.call, storage: () => storage, clock },
    );
    tab.load();
    /** Types, leaves the field and waits for the answer. */
    const write = (name: string, input: string) => {
      tab.type(name, input);
      tab.commit(name);
      return tab.run();
    };
    return { tab, clock, drawn, write };
  };
  const stored = () => storage.read("clients/7");
  return { server, storage, openTab, stored };
}

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

Deno.test("the old value, typed while the new one is being saved, is saved after it", async () => {
  const { server, openTab } = makeScene();
  const { tab } = openTab();
  const release = server.hold();
  tab.type("name", "Ruiz SL");
  tab.commit("name");
  tab.type("name", "Ruiz");
  tab.commit("name");
  release();
  await tab.run();
  assert.deepEqual(server.writes, [{ name: "Ruiz SL" }, { name: "Ruiz" }]);
  assert.equal(tab.inputIn("name"), "Ruiz");
});

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

Deno.test("a second clash does not put the first out of sight", async () => {
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

Deno.test("what is not understood is neither sent nor kept, nor what stood there before", async () => {
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
  const { tab: left } = openTab();
  left.type("city", "Toledo");
  left.type("name", "Ruiz SL");
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

Deno.test("a browser that blocks its storage saves all the same", async () => {
  const { server, storage, openTab } = makeScene();
  storage.isBlocked = true;
  const { write } = openTab();
  assert.equal(await write("city", "Getafe"), true);
  assert.equal(server.record.city, "Getafe");
});
