import assert from "node:assert/strict";
import { classOf } from "@/lib/channels/meta/graph/send_errors.ts";
import { graphError } from "@/lib/channels/meta/read/graph_error.ts";

Deno.test("an error means one thing, by its code and subcode", () => {
  const cases: [code: number, subcode: number | null, name: string, isListed?: false][] = [
    [4, null, "pace"],
    [131056, null, "pace"],
    [131016, null, "theirs"],
    [1, null, "unknown"],
    [131026, null, "person"],
    [551, 1545041, "person"],
    [100, 2018001, "person"],
    [131047, null, "window"],
    [10, 2018278, "window"],
    [10, 2534022, "window"],
    [10, 2018300, "thread"],
    [10, null, "account"],
    [10, 99, "account"],
    [100, null, "wrong"],
    [100, 33, "wrong"],
    [132000, null, "wrong"],
    [132018, null, "wrong"],
    [132019, null, "wrong", false],
    [190, 463, "account"],
    [200, null, "account"],
    [299, null, "account"],
    [300, null, "wrong", false],
    [0, null, "account"],
    [-1, null, "wrong", false],
  ];
  for (const [code, subcode, name, isListed = true] of cases) {
    const errorClass = classOf({ code, subcode, text: null });
    assert.deepEqual(errorClass, { name, isListed }, `${code}/${subcode}`);
  }
  assert.deepEqual(classOf({ code: null, subcode: null, text: null }), {
    name: "wrong",
    isListed: false,
  });
});

Deno.test("an error is read whatever stands in its places", () => {
  assert.deepEqual(
    graphError({
      message: "(#131047) Re-engagement message",
      code: "131047",
      error_subcode: 2_494_073,
      error_data: { messaging_product: "whatsapp", details: "More than 24 hours\nhave passed." },
    }),
    { code: 131_047, subcode: 2_494_073, text: "More than 24 hours have passed." },
  );
  const empty = { code: null, subcode: null, text: null };
  for (const code of [null, {}, [], "x", NaN, 1.5, 1e300, true, ""]) {
    assert.deepEqual(graphError({ code, error_subcode: code }), empty, String(code));
  }
});
