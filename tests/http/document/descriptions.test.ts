/** Descriptions are read by people who know nothing of Relevo, and count towards its length. */
import assert from "node:assert/strict";
import { length, operations, served } from "./served.ts";

/** Every description below the value, with its place; a field may itself be called so. */
function* descriptionsOf(
  value: unknown,
  place: string,
  isMapOfNames = false,
): Iterable<[string, string]> {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    if (["example", "examples"].includes(name) && !isMapOfNames) continue;
    if (name === "description" && typeof inner === "string") yield [place, inner];
    else yield* descriptionsOf(inner, `${place}.${name}`, name === "properties");
  }
}

const all = [...descriptionsOf(served, "")];

Deno.test("a description has five words at least, so that it says meaning, unit or source", () => {
  assert.ok(all.length > 2_000, String(all.length));
  // The phrase that HTTP itself has for a success.
  const short = all.filter(([, text]) => text !== "OK" && text.trim().split(/\s+/).length < 5);
  assert.deepEqual(short, []);
});

/**
 * Most characters for each operation: the document grows with what the API does, not with words.
 * Answers of programs' and phones' calls and of lists are examples in it.
 */
const mostEach = 2_175;

Deno.test("the document has a length that its operations account for", () => {
  assert.ok(length < mostEach * operations.length, `${length} for ${operations.length}`);
});
