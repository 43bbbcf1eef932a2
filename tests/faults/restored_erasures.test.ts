/** A database from before an erasure has it done again, before anybody is served. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { backUp } from "./support/back_up.ts";
import { know, rowsByName, type RunningApp, testKilled } from "./support/known_person.ts";
import { anyKind } from "./support/stage.ts";

interface Listed {
  id: string;
  installation: string;
  company_id: number;
  at: string;
  contacts: number[];
  clients: number[];
}

testKilled(
  anyKind,
  "a restored database has nobody back who was erased since",
  async (app, stage) => {
    const [first, second] = [await know(app, "persona1x"), await know(app, "persona2x")];
    await app.kill();
    const restore = await backUp(stage);
    await app.start();
    await erase(app, first, "persona1x");
    await app.kill();
    await restore();
    assert.deepEqual([...(await stage.sql(rowsByName)).keys()].sort(), ["persona1x", "persona2x"]);

    await app.start();
    const requests = await app.call("GET", "/privacy-requests");
    const [request] = requests!.body.data;
    assert.deepEqual([request.kind, request.records, request.created_by], ["erase", 2, null]);
    assert.equal((await app.call("GET", `/clients/${first}`))!.status, 404);
    assert.equal((await app.call("GET", `/clients/${second}`))!.status, 200);
    await app.kill();
    // All that it has logged was read when it has ended.
    const [again] = warningsOf(app);
    assert.deepEqual([again!.companyId, again!.contacts, again!.clients], [1, 1, 1]);
    assert.deepEqual([...(await stage.sql(rowsByName)).keys()], ["persona2x"]);

    // Once more it has nothing to do; a list that was lost, or cut short, is made whole.
    const path = join(stage.dataDir(), "erasures.jsonl");
    const lines = (await Deno.readTextFile(path)).trimEnd().split("\n");
    assert.equal(lines.length, 1);
    assert.equal(((await Deno.stat(path)).mode! & 0o777).toString(8), "600");
    assert.doesNotMatch(lines[0]!, /persona/);
    await Deno.writeTextFile(path, lines[0]!.slice(0, 40));
    await app.start();
    await app.kill();
    assert.deepEqual(warningsOf(app), []);
    const whole = (await Deno.readTextFile(path)).trimEnd().split("\n");
    assert.deepEqual(whole, [lines[0]!.slice(0, 40), lines[0]]);

    // Ids of another installation, and of what was made later, are somebody else's.
    const listed: Listed = JSON.parse(lines[0]!);
    const persona2 = { clients: [second], contacts: [] };
    const strangers = [
      { ...listed, ...persona2, id: crypto.randomUUID(), installation: "0123456789abcdef" },
      { ...listed, ...persona2, id: crypto.randomUUID(), at: "2020-01-01T00:00:00.000Z" },
      { ...listed, ...persona2, id: crypto.randomUUID(), company_id: 999 },
    ];
    await Deno.writeTextFile(path, strangers.map((one) => `${JSON.stringify(one)}\n`).join(""), {
      append: true,
    });
    await app.start();
    assert.equal((await app.call("GET", `/clients/${second}`))!.status, 200);
    await app.kill();
    assert.ok(warningsOf(app).every(({ contacts, clients }) => contacts === 0 && clients === 0));
  },
);

async function erase(app: RunningApp, id: number, confirm: string): Promise<void> {
  const answer = await app.call("POST", `/clients/${id}/erase`, { confirm });
  assert.equal(answer?.status, 200, JSON.stringify(answer?.body));
}

function warningsOf(app: RunningApp): Record<string, unknown>[] {
  return app.lines().map((line) => line.startsWith("{") ? JSON.parse(line) : {})
    .filter(({ event }) => event === "erased_again");
}
