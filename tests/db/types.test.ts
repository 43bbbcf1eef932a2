import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { parsers } from "@/lib/db/types.ts";
import { testOnEachDatabase } from "./each.ts";

testOnEachDatabase("both drivers give the same JavaScript types", async ({ db }) => {
  const { rows } = await sql`
    select 9007199254740991::int8 as int8, 12345678.1234::numeric(14,4) as numeric,
      '2026-03-29 01:30:00.123456+02'::timestamptz as timestamptz, '2026-02-28'::date as date,
      '{"a": [1, null, "ñ"]}'::jsonb as jsonb, '{"b": 1.50}'::json as json, null::jsonb as none,
      count(*) as count, '\\x00ff'::bytea as bytea, true as bool, 'text' as text,
      array['a', 'b'] as list, 0.1::float8 as float8
    from (values (1), (2)) v`.execute(db);
  const { bytea, ...rest } = rows[0] as Record<string, unknown>;
  assert.deepEqual(rest, {
    int8: 9007199254740991,
    numeric: 12345678.1234,
    timestamptz: new Date("2026-03-28T23:30:00.123Z"),
    date: "2026-02-28",
    jsonb: { a: [1, null, "ñ"] },
    json: { b: 1.5 },
    none: null,
    count: 2,
    bool: true,
    text: "text",
    list: ["a", "b"],
    float8: 0.1,
  });
  assert.ok(bytea instanceof Uint8Array);
  assert.deepEqual([...bytea], [0, 255]);
});

Deno.test("an instant is read as Date reads it, whatever Postgres leaves out of it", () => {
  const read = parsers[1184]!;
  const years = { min: new Date("0000-01-01T00:00:00Z"), max: new Date("+012000-01-01T00:00:00Z") };
  fc.assert(
    fc.property(fc.date({ ...years, noInvalidDate: true }), fc.nat(6), (date, digits) => {
      const fraction = `${date.toISOString().slice(-4, -1)}789`.slice(0, digits);
      const written = `${date.toISOString().replace(/^\+0?/, "").slice(0, -5).replace("T", " ")}${
        digits > 0 ? `.${fraction}` : ""
      }`;
      const year = date.getUTCFullYear();
      if (year > 9999) return assert.throws(() => read(`${written}+00`), RangeError);
      const exact = Number(fraction.slice(0, 3).padEnd(3, "0"));
      assert.equal(Number(read(`${written}+00`)), Math.floor(Number(date) / 1_000) * 1_000 + exact);
    }),
  );
  for (const text of ["infinity", "-infinity", "0044-03-15 10:00:00+00 BC"]) {
    assert.throws(() => read(text), RangeError, text);
  }
});

testOnEachDatabase("both drivers take the same parameters", async ({ db }) => {
  const at = new Date("2026-10-25T00:30:00.007Z");
  const { rows } = await sql`
    select ${at}::timestamptz as at, ${"2026-10-25"}::date as day, ${
    JSON.stringify({ a: [1] })
  }::json as json,
      ${["x", 'y"{},\\']}::text[] as list, ${12.5}::numeric as number, ${null}::int as none,
      ${new Uint8Array([1, 0, 2])}::bytea as bytes, ${true}::boolean as flag`.execute(db);
  const { bytes, ...rest } = rows[0] as Record<string, unknown>;
  assert.deepEqual(rest, {
    at,
    day: "2026-10-25",
    json: { a: [1] },
    list: ["x", 'y"{},\\'],
    number: 12.5,
    none: null,
    flag: true,
  });
  assert.deepEqual([...bytes as Uint8Array], [1, 0, 2]);
});

testOnEachDatabase(
  "an int8 beyond what a number holds is an error, not a rounding",
  async ({ db }) => {
    await assert.rejects(sql`select 9007199254740993::int8`.execute(db), /int8 out of range/);
  },
);

testOnEachDatabase("concurrent transactions do not mix", async ({ db }) => {
  const values = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      db.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', ${String(at)}, true)`.execute(trx);
        const { rows } = await sql<{ company: string }>`
          select current_setting('app.company_id') as company`.execute(trx);
        return rows[0]!.company;
      })),
  );
  assert.deepEqual(values, Array.from({ length: 20 }, (_, at) => String(at)));
});
