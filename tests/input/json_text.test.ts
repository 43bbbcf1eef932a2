import assert from "node:assert/strict";
import fc from "fast-check";
import { JsonText, memberText, writeJson } from "@/lib/input/json_text.ts";

Deno.test("a member's text is its own, minified, wherever it stands", () => {
  const cases: [string, string | undefined][] = [
    ['{"data":{"a":1.0}}', '{"a":1.0}'],
    ['{ "x" : {"data":1}, "data" : [ 1 , "a , b" ] , "y":2 }', '[1,"a , b"]'],
    ['{"data":1,"data":{"b":-0}}', '{"b":-0}'],
    ['{"d\\u0061ta":"\\"}"}', '"\\"}"'],
    ['{"x":"data","y":{"data":1}}', undefined],
    ["{}", undefined],
  ];
  for (const [json, text] of cases) assert.equal(memberText(json, "data"), text, json);
});

Deno.test("JSON that is taken out and embedded again is unchanged", () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (json, other) => {
      const body = `{ "other" : ${other} ,\n"data":\t${json} }`;
      const text = new JsonText(memberText(body, "data")!);
      assert.deepEqual(JSON.parse(text.text), JSON.parse(json));
      const written = writeJson({ other: JSON.parse(other), list: [text, { text }], text });
      const { list, text: last } = JSON.parse(written);
      assert.deepEqual([list, last], [
        [JSON.parse(json), { text: JSON.parse(json) }],
        JSON.parse(json),
      ]);
    }),
  );
});

Deno.test("numbers keep their text, embedded and parsed", () => {
  const text = new JsonText('{"n":[9007199254740993,1.0,-0,1e400],"s":"9007199254740993"}');
  assert.equal(writeJson({ data: text }), `{"data":${text.text}}`);
  assert.equal(JSON.stringify(text.parseExactly()), text.text);
  assert.equal(writeJson({ a: "$1 $& $`" }), '{"a":"$1 $& $`"}');
  assert.throws(() => JSON.stringify({ text }), /writeJson/);
});
