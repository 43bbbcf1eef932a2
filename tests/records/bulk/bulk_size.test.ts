/** A change of many records takes as many statements as one of two. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Statement } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { openEmbedded } from "../../support/embedded.ts";
import { makeWorld, people } from "../../support/world.ts";

/** The guard's, the search, locks, rules, update, activities, notice and undo. */
const most = 24;

/** `BULK_RECORDS=5000` shows the times of the largest change. */
const records = Number(Deno.env.get("BULK_RECORDS") ?? 100);

Deno.test({
  name: "the number of statements does not grow with the records",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openEmbedded({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database });
    const fill = (from: number, to: number) =>
      inCompany(database.db, 1, (trx) =>
        sql`
        with made as (
          insert into clients (company_id, name, city)
          select 1, 'Cliente ' || n, 'Ciudad' from generate_series(${from}::int, ${to}::int) n
          returning id
        ), opened as (
          insert into opportunities (company_id, client_id, title, stage_id, position)
          select 1, id, 'Trato', (select min(id) from pipeline_stages where company_id = 1), id
          from made
        )
        insert into tasks (company_id, client_id, title) select 1, id, 'Tarea' from made`
          .execute(trx));
    const ana = apiOf(world, people.ana, 1);
    const luis = (await expectData(apiOf(world, people.luis, 1)("GET", "/me"))).id;
    const stages = await expectData(ana("GET", "/pipeline-stages"));
    const verbs: [string, object][] = [
      ["clients", { assignee_id: luis }],
      ["clients", { tags: { add: ["2026"] } }],
      ["opportunities", { stage_id: stages[1].id }],
      ["tasks", { assignee_id: luis }],
      ["tasks", { status: "done" }],
      ["opportunities", { trash: true }],
      ["tasks", { trash: true }],
      ["clients", { trash: true }],
    ];
    const run = async (size: number) => {
      await fill(1, size);
      const counts: number[] = [];
      const change = async (noun: string, body: object) => {
        heard.length = 0;
        const begun = performance.now();
        const report = await expectData(ana("POST", `/${noun}/bulk`, body));
        counts.push(heard.length);
        if (size >= 5_000) console.log(noun, body, `${Math.round(performance.now() - begun)} ms`);
        return report;
      };
      for (const [noun, verb] of verbs) {
        const { undo_id, counts } = await change(noun, { filter: {}, ...verb });
        assert.equal(counts.done, size, JSON.stringify(verb));
        const undone = await change(noun, { undo_id });
        assert.equal(undone.counts.done, size, JSON.stringify(verb));
        if ("trash" in verb) await change(noun, { filter: {}, ...verb });
      }
      return counts;
    };
    const few = await run(2);
    const many = await run(records);
    assert.deepEqual(many, few);
    assert.ok(Math.max(...many) <= most, `${many}`);

    await inCompany(database.db, 1, (trx) =>
      sql`
      insert into clients (company_id, name)
      select 1, 'Ciudad ' || n from generate_series(1, 5001) n`.execute(trx));
    const failure = await expectFailure(
      ana("POST", "/clients/bulk", { filter: { q: "ciudad" }, trash: true }),
      ...[422, "validation_failed"] as const,
    );
    assert.deepEqual(failure.details, { count: 5_001, max: 5_000 });
    assert.match(failure.fields.filter, /5001/);
  },
});
