import assert from "node:assert/strict";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { FirstPages } from "@/lib/records/listing/first_pages.ts";

const db: Db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (any) => new PostgresIntrospector(any),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const usual: ListQuery = { page: 1, per_page: 25, sort: [{ column: "t.id", descending: true }] };

Deno.test("a first page is built once for each company, size, sort and state", () => {
  const pages = new FirstPages();
  let built = 0;
  const textOf = (companyId: number, query: ListQuery) =>
    pages.find({ companyId }, query, () => {
      built++;
      const list = db.selectFrom("tasks as t").select("t.id").where("t.company_id", "=", companyId)
        .$if(query.status !== undefined, (q) => q.where("t.status", "in", query.status as "done"[]))
        .limit(query.per_page);
      return query.sort.reduce(
        (sorted, { descending }) => sorted.orderBy("t.id", descending ? "desc" : "asc"),
        list,
      );
    }).compile(db).sql;
  const queries: [number, ListQuery][] = [
    [1, usual],
    [2, usual],
    [1, { ...usual, per_page: 50 }],
    [1, { ...usual, sort: [{ column: "t.id", descending: false }] }],
    [1, { ...usual, status: ["done"] }],
    [1, { ...usual, status: ["done", "pending"] }],
  ];
  const texts = queries.map(([companyId, query]) => textOf(companyId, query));
  assert.equal(new Set(texts).size, queries.length);
  assert.deepEqual(queries.map(([companyId, query]) => textOf(companyId, query)), texts);
  assert.equal(built, queries.length);
});

Deno.test("a page with a value that its text cannot hold is built anew", () => {
  const pages = new FirstPages();
  const at = (day: string) =>
    pages.find(
      { companyId: 1 },
      usual,
      () => db.selectFrom("tasks as t").select("t.id").where("t.created_at", ">", new Date(day)),
    ).compile(db).parameters;
  assert.deepEqual(at("2026-01-01"), [new Date("2026-01-01")]);
  assert.deepEqual(at("2026-02-01"), [new Date("2026-02-01")]);
});
