import assert from "node:assert/strict";
import { root, sourceFiles } from "./sources.ts";

/** Most of a room's lines that are comments, frames of docstrings included. */
const most = 0.06;
/** Rooms whose rules take more words, and rooms of small functions that everybody uses. */
const wordy: Record<string, number> = { access: 0.09, fairness: 0.08, tools: 0.09, values: 0.09 };
/** The floors of the panel below its lists and records: small, and counted together. */
const floors = /^panel\/(page|api|live|save|form|frame)$/;

/** `panel/quotes` of a file of the panel, else the folder below lib. */
function roomOf(file: string): string {
  const room = /^lib\/(panel\/\w+|\w+)\//.exec(file)![1]!;
  return floors.test(room) ? "panel's floors" : room;
}

/** All lines, and those that hold nothing but a comment. */
function count(source: string): { all: number; comments: number } {
  const lines = source.split("\n").slice(0, -1).map((line) => line.trim());
  let isInside = false;
  const comments = lines.filter((line) => {
    const isComment = isInside || /^(\/\/|\{?\/\*)/.test(line);
    isInside = isComment && !line.startsWith("//") && !line.includes("*/");
    return isComment;
  });
  return { all: lines.length, comments: comments.length };
}

Deno.test("comments are few in each room of lib", () => {
  const rooms = Map.groupBy(sourceFiles().filter((file) => file.startsWith("lib/")), roomOf);
  const over = [...rooms].flatMap(([room, files]) => {
    const counts = files.map((file) => count(Deno.readTextFileSync(`${root}/${file}`)));
    const [all, comments] = (["all", "comments"] as const)
      .map((name) => counts.reduce((sum, one) => sum + one[name], 0)) as [number, number];
    return comments / all > (wordy[room] ?? most) ? [`${room}: ${comments} of ${all} lines`] : [];
  });
  assert.deepEqual(over, []);
});

Deno.test("a comment is counted with its frame, and code beside one is not", () => {
  const source =
    "/**\n * Twice.\n */\nconst a = 1; // once\n// alone\n{/* drawn */}\nconst b = 2;\n";
  assert.deepEqual(count(source), { all: 7, comments: 5 });
});
