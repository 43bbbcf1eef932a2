/** A quotation's lines while they are typed, saved, refused, kept and changed by others. */
import assert from "node:assert/strict";
import { LineDrafts } from "@/lib/panel/quotes/drafts/line_drafts.ts";
import {
  blankLine,
  type GridLine,
  type LineValues,
  type SavedLine,
  valuesOf,
} from "@/lib/panel/quotes/editor/lines.ts";
import { HandClock, MemoryStorage, RecordServer, refusal } from "./browser.ts";

interface Quote {
  id: number;
  version: number;
  currency: string;
  lines: SavedLine[];
}

const offline = { ok: false, why: "network" } as const;
const path = "quotes/5/lines";

function line(id: number, values: Partial<SavedLine> = {}): SavedLine {
  return {
    id,
    product_id: null,
    sku: null,
    name: `Line ${id}`,
    description: null,
    unit: null,
    quantity: 1,
    unit_price: 10,
    discount_percent: 0,
    tax_rate: 21,
    ...values,
  };
}

/** A quotation of two lines on the server, and the browser that edits it in one or more tabs. */
function makeScene() {
  let lastId = 2;
  const server = new RecordServer<Quote>(
    { id: 5, version: 1, currency: "EUR", lines: [line(1), line(2)] },
    (_, body) => ({
      lines: (body.lines as (LineValues & { id?: number })[])
        .map((one) => ({ ...valuesOf(one), id: one.id ?? ++lastId })),
    }),
  );
  const storage = new MemoryStorage();
  const openTab = () => {
    const clock = new HandClock();
    const closings: string[] = [];
    const quote = server.record;
    const tab = new LineDrafts<Quote>({
      ...{ quote, companyId: 1, language: "en" },
      draw() {},
      onSaved() {},
      learn: (quote) => quote,
      async onClosed(text) {
        tab.isOpen = false;
        await Promise.resolve(closings.push(text));
      },
    }, { call: server.call, storage: () => storage, clock });
    tab.load(quote);
    const type = (at: number, values: Partial<GridLine>) =>
      tab.change((lines) => lines.map((one, index) => index === at ? { ...one, ...values } : one));
    return { tab, clock, closings, type };
  };
  const names = () => server.record.lines.map(({ name }) => name);
  return { server, storage, openTab, names, stored: () => storage.read(path) };
}

Deno.test("lines are saved after a pause in the typing, all at once", async () => {
  const { server, openTab, names, stored } = makeScene();
  const { tab, clock, type } = openTab();
  type(0, { name: "Table" });
  type(2, { name: "Chair" });
  assert.deepEqual([server.writes.length, clock.waits], [0, [600]]);
  assert.ok(stored(), "a tab that is closed now loses nothing");
  clock.end();
  assert.equal(await tab.run(), true);
  assert.deepEqual([server.writes.length, names()], [1, ["Table", "Line 2", "Chair"]]);
  assert.deepEqual([tab.state.kind, stored()], ["saved", null]);
});

Deno.test("lines typed while a save is under way go with the next, none of them twice", async () => {
  const { server, openTab, names } = makeScene();
  const { tab, type } = openTab();
  const release = server.hold();
  type(2, { name: "Chair" });
  const save = tab.run();
  type(2, { name: "Armchair" });
  type(3, { name: "Lamp" });
  release();
  assert.equal(await save, true);
  assert.equal(server.writes.length, 2);
  assert.deepEqual(names(), ["Line 1", "Line 2", "Armchair", "Lamp"]);
  assert.deepEqual(server.record.lines.map(({ id }) => id), [1, 2, 3, 4]);
});

Deno.test("lines typed without a network are kept, and sent by this page or the next", async () => {
  for (const isLeft of [false, true]) {
    const { server, openTab, names, stored } = makeScene();
    const { tab, clock, type } = openTab();
    server.failures = [offline];
    type(2, { name: "Chair" });
    assert.equal(await tab.run(), false);
    assert.ok(tab.state.kind === "failed" && tab.state.isOffline);
    assert.deepEqual(clock.waits, [10_000]);
    assert.equal((stored()?.values.lines as GridLine[]).length, 3);
    tab.stop();
    assert.deepEqual(clock.waits, []);
    const next = isLeft ? openTab().tab : tab;
    assert.equal(await next.run(), true);
    assert.deepEqual([names(), stored()], [["Line 1", "Line 2", "Chair"], null]);
  }
});

Deno.test("a line that arrived although no answer came is not sent again", async () => {
  const { server, openTab, names } = makeScene();
  const { tab, type } = openTab();
  server.failures = [offline];
  type(2, { name: "Chair", quantity: "1", unit_price: "5", tax_rate: "21" });
  await tab.run();
  server.change({ lines: [...server.record.lines, line(3, { name: "Chair", unit_price: 5 })] });
  await tab.run();
  assert.deepEqual(names(), ["Line 1", "Line 2", "Chair"]);
});

Deno.test("a cell that both changed is asked about, and waits for the answer", async () => {
  for (const choice of ["mine", "theirs"] as const) {
    const { server, openTab, names } = makeScene();
    const { tab, type } = openTab();
    server.change({ lines: [line(1, { name: "Bench" }), line(2, { quantity: 7 })] });
    type(0, { name: "Table" });
    assert.equal(await tab.run(), false);
    assert.deepEqual(tab.clashes.map(({ mine, theirs }) => [mine, theirs]), [["Table", "Bench"]]);
    type(1, { name: "Sofa" });
    assert.equal(await tab.run(), false);
    assert.deepEqual(names(), ["Bench", "Line 2"], "the answer is not known yet");
    tab.resolve({ [tab.clashes[0]!.name]: choice });
    assert.equal(await tab.run(), true);
    assert.deepEqual(names(), [choice === "mine" ? "Table" : "Bench", "Sofa"]);
    assert.equal(server.record.lines[1]!.quantity, 7);
  }
});

Deno.test("refused cells are named, and sent again once something changes", async () => {
  const { server, openTab } = makeScene();
  const { tab, clock, type } = openTab();
  server.failures = [refusal(422, "validation_failed", { "lines.1.name": "too long" })];
  type(1, { name: "x".repeat(500) });
  await tab.run();
  assert.deepEqual(tab.refused, { "line-2.name": "too long" });
  assert.deepEqual(clock.waits, []);
  type(1, { name: "Sofa" });
  assert.deepEqual(tab.refused, {});
  assert.equal(await tab.run(), true);
  assert.equal(tab.state.kind, "saved");
});

Deno.test("lines of a quotation that somebody sent meanwhile wait for its recall", async () => {
  const { server, openTab, names, stored } = makeScene();
  const { tab, closings, type } = openTab();
  server.failures = [refusal(409, "invalid_transition")];
  type(0, { name: "Table" });
  await tab.run();
  assert.deepEqual(closings, ["invalid_transition."]);
  assert.equal(await tab.run(), false);
  assert.equal(server.writes.length, 1, "it cannot be changed");
  assert.ok(stored());
  tab.isOpen = true;
  tab.load(server.record);
  assert.equal(await tab.run(), true);
  assert.deepEqual(names(), ["Table", "Line 2"]);
});

Deno.test("a save that meets a newer version again and again pauses, and goes on by itself", async () => {
  const { server, openTab, names } = makeScene();
  const { tab, clock, type } = openTab();
  server.failures = Array.from({ length: 5 }, () => refusal(409, "version_conflict"));
  type(0, { name: "Table" });
  assert.equal(await tab.run(), false);
  assert.deepEqual([server.writes.length, clock.waits], [5, [10_000]]);
  clock.end();
  await tab.run();
  assert.deepEqual(names(), ["Table", "Line 2"]);
});

Deno.test("a tab that has saved leaves the lines that another tab has stored", async () => {
  const { server, openTab, names } = makeScene();
  const [one, other] = [openTab(), openTab()];
  const release = server.hold();
  one.type(0, { name: "Table" });
  const save = one.tab.run();
  other.type(1, { name: "Sofa" });
  release();
  await save;
  assert.deepEqual(names(), ["Table", "Line 2"]);
  // The other tab is closed before it saves.
  const { tab } = openTab();
  assert.equal(await tab.run(), true);
  assert.deepEqual(names(), ["Table", "Sofa"]);
});

Deno.test("an undo of what could not be saved ends the failure", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab, type } = openTab();
  server.failures = [offline];
  type(0, { name: "Table" });
  await tab.run();
  tab.revert("undo");
  assert.equal(await tab.run(), true);
  assert.deepEqual([tab.state.kind, server.writes.length, stored()], ["idle", 1, null]);
});

Deno.test("a new line that is emptied again is a blank one, with nothing to save", async () => {
  const { server, openTab, stored } = makeScene();
  const { tab, type } = openTab();
  type(2, { name: "Chair" });
  type(2, { ...blankLine("new-a") });
  assert.equal(await tab.run(), true);
  assert.deepEqual([server.writes, stored()], [[], null]);
});
