import assert from "node:assert/strict";
import fc from "fast-check";
import { datesAsText } from "@/lib/input/bodies/json_dates.ts";

Deno.test("JSON is the same with texts for dates, and nothing that was given changes", () => {
  const date = fc.date({ noInvalidDate: false });
  const leaf = fc.oneof(fc.jsonValue(), date, fc.constant(undefined), fc.constant(NaN));
  const { tree } = fc.letrec((again) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(again("tree")),
      fc.dictionary(fc.string(), again("tree")),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const before = JSON.stringify(value);
      assert.equal(JSON.stringify(datesAsText(value)), before);
      assert.equal(JSON.stringify(value), before);
    }),
  );
});

Deno.test("dates of any year and hour, own names and instances are written as before", () => {
  const days = ["-200000-01-01", "-000001-12-31", "0000-01-01", "1969-12-31", "2026-10-25"];
  const dates = [...days, "+010000-01-01"].flatMap((day) => [
    new Date(`${day}T00:00:00.000Z`),
    new Date(`${day}T23:59:59.999Z`),
  ]);
  const named = JSON.parse('{"__proto__": {"a": 1}, "at": 0}');
  const values = [
    dates,
    Object.assign(named, { at: dates[0] }),
    { of: new Map([["a", dates[0]]]), url: new URL("https://relevo.example/a"), none: null },
    { sparse: [, dates[1]] },
    Object.assign(Object.create(null), { at: dates[0] }),
  ];
  for (const value of values) {
    assert.equal(JSON.stringify(datesAsText(value)), JSON.stringify(value));
  }
});
