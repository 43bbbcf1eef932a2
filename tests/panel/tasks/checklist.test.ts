import assert from "node:assert/strict";
import { mergedSteps, movedStep, type Step } from "@/lib/panel/tasks/checklist.ts";

const steps = (text: string): Step[] =>
  text.split(" ").filter(Boolean).map((one) => ({
    text: one.replace("+", ""),
    done: one.endsWith("+"),
  }));
const textOf = (list: Step[]) => list.map(({ text, done }) => text + (done ? "+" : "")).join(" ");

Deno.test("steps that two people change at once are merged", () => {
  const cases: [base: string, mine: string, theirs: string, merged: string][] = [
    ["a b c", "a b c", "c a", "c a"],
    ["a b c", "c b a", "a b c", "c b a"],
    ["a b", "a+ b", "a b+", "a+ b+"],
    ["a b", "a b x", "a b y", "a b y x"],
    ["a b c", "a c", "a b c d", "a c d"],
    ["a b", "a+ b", "b", "b"],
    ["a a", "a a+", "a a z", "a a+ z"],
    ["a", "a x", "a x", "a x"],
    ["a b c", "a b2 c", "a b c+ d", "a b2 c+ d"],
    ["b c+ a", "a2 b c+", "a b c+ d", "a2 b c+ d"],
    ["a b c", "c b2 a2", "a b+ c d", "b2 a2+ c d"],
    ["a b c", "b x", "a b c d", "b d x"],
  ];
  for (const [base, mine, theirs, merged] of cases) {
    assert.equal(textOf(mergedSteps(steps(base), steps(mine), steps(theirs))), merged, mine);
  }
});

Deno.test("a step is moved, and stays at the ends", () => {
  assert.equal(textOf(movedStep(steps("a b c"), 0, 2)), "b c a");
  assert.equal(textOf(movedStep(steps("a b c"), 2, 0)), "c a b");
  assert.equal(textOf(movedStep(steps("a b c"), 0, -1)), "a b c");
  assert.equal(textOf(movedStep(steps("a b c"), 2, 9)), "a b c");
});
