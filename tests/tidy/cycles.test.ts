import assert from "node:assert/strict";
import { importsOf, root, sourceFiles } from "./sources.ts";

Deno.test("no file of lib outside fresh, or of the gateway, imports itself by a detour, not even for a type", () => {
  const files = sourceFiles().filter((file) => /^(?:gateway|lib\/(?!fresh\/))/.test(file));
  assert.ok(files.length > 1_000, `${files.length} files`);
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  assert.deepEqual(cyclesIn(imports), []);
});

Deno.test("cycles are found, each once and in the order of its imports", () => {
  const imports = new Map([
    ["a", ["b", "zod"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", ["d"]],
    ["e", ["a"]],
  ]);
  assert.deepEqual(cyclesIn(imports), ["a → b → c → a", "d → d"]);
});

/** The cycles that a walk along the imports runs into; none only where there is none. */
function cyclesIn(imports: Map<string, string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return cycles;
}

Deno.test("mailparser reads mail in the long form of the tests alone", () => {
  const importing = sourceFiles().filter((file) =>
    /from "(?:npm:)?mailparser/.test(Deno.readTextFileSync(`${root}/${file}`))
  );
  assert.deepEqual(importing, ["tests/faults/support/mail_readings.ts"]);
});
