import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import { h } from "preact";
import { expressionOf } from "../../lib/fresh/serve/values.ts";

function through<T>(value: T): T {
  return new Function(`"use strict";return ${expressionOf(value)}`)() as T;
}

Deno.test("island props of every kind arrive in the browser as they left", () => {
  const props = {
    text: `</script><!-- \u2028 "`,
    numbers: [0, -0, NaN, Infinity, 12n],
    date: new Date(0),
    map: new Map<string, unknown>([["k", { deep: new Set([1]) }]]),
    nothing: [undefined, null, true],
    url: new URL("http://localhost/x"),
  };
  assert.deepEqual(through(props), props);
  assert.ok("nothing" in through({ nothing: undefined }));
});

Deno.test("one object in two places stays one, also in a cycle", () => {
  const shared: Record<string, unknown> = {};
  shared.self = shared;
  const [a, b] = through([shared, shared]);
  assert.equal(a, b);
  assert.equal(a!.self, a);
  const list: unknown[] = [[shared]];
  list.push(list, new Map([["k", shared]]));
  const arrived = through(list) as [[unknown], unknown, Map<string, unknown>];
  assert.equal(arrived[1], arrived);
  assert.equal(arrived[2].get("k"), arrived[0][0]);
});

Deno.test("a key named __proto__ is a key, and no prototype", () => {
  const text = `{"__proto__":{"isAdmin":true},"list":[{"__proto__":1}],"name":"x"}`;
  const arrived = through(JSON.parse(text));
  assert.equal(JSON.stringify(arrived), text);
  assert.equal(Object.getPrototypeOf(arrived), Object.prototype);
});

Deno.test("instances of classes arrive as plain objects", () => {
  class Money {
    constructor(readonly cents: number) {}
  }
  const arrived = through({ price: new Money(5) });
  assert.deepEqual({ ...arrived.price }, { cents: 5 });
  assert.ok(!(arrived.price instanceof Money));
});

Deno.test("functions, JSX and signals are refused", () => {
  assert.throws(
    () => expressionOf({ onClick() {} }),
    /^Error: Serializing functions is not supported\.$/,
  );
  assert.throws(() => expressionOf({ slot: h("b", null) }), /JSX/);
  assert.throws(() => expressionOf({ list: [signal(1)] }), /signal/);
});

Deno.test("nothing serialized can end a script element", () => {
  assert.ok(
    !expressionOf({ "</script": ["<!--", new Map([["<script", "</script>"]])] }).includes("<"),
  );
});
