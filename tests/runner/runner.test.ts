import assert from "node:assert/strict";
import { until as untilTrue } from "../support/wait.ts";
import { chooseFiles, forAll, groupFiles, labelOf } from "./files.ts";
import { pendingIn, runGroup } from "./run_group.ts";
import { durationsIn, timesByFolder } from "./times.ts";

Deno.test("a run leaves to --all what takes long, unless it is named", () => {
  const usual = chooseFiles([], { all: false, hasServer: true });
  const whole = chooseFiles([], { all: true, hasServer: false });
  assert.ok(usual.together.length > 200 && usual.later.length > 10);
  assert.deepEqual(usual.faults, []);
  assert.deepEqual(whole.later, []);
  for (const part of forAll) assert.ok(usual.later.some((file) => file.startsWith(part)), part);
  const sorted = (files: string[]) => files.toSorted();
  assert.deepEqual(
    sorted([...whole.together, ...whole.faults]),
    sorted([...usual.together, ...usual.later]),
  );
  for (const named of ["tests/faults", "tests/faults/cursors.test.ts"]) {
    const { faults, later } = chooseFiles([named], { all: false, hasServer: true });
    assert.ok(faults.includes("tests/faults/cursors.test.ts"), named);
    assert.deepEqual(later, []);
  }
  const embedded = chooseFiles([], { all: false, hasServer: false });
  const forServer = new Set(usual.together).difference(new Set(embedded.together));
  assert.ok(forServer.has("tests/isolation/isolation.test.ts") && forServer.size < 20);
  assert.deepEqual(embedded.later.length, usual.later.length + forServer.size);
  const none = () => chooseFiles(["tests/nothing"], { all: false, hasServer: true });
  assert.throws(none, /tests\/nothing/);
});

Deno.test("files share a process, a few at a time, and long ones have one", () => {
  const { together } = chooseFiles([], { all: true, hasServer: true });
  const groups = groupFiles(together);
  assert.deepEqual(groups.flat(), together);
  const long = "tests/isolation/isolation.test.ts";
  assert.ok(groups.some((group) => group.length === 1 && group[0] === long));
  for (const group of groups) {
    assert.ok(group.length <= 16, labelOf(group));
  }
  assert.ok(groups.length < together.length / 4);
  assert.equal(labelOf(["tests/a.test.ts", "tests/b.test.ts"]), "tests/a.test.ts and 1 more");
});

const tests = `
Deno.test("first", () => console.log("a word"));
Deno.test("fails", () => { throw new Error("on purpose"); });
Deno.test({ name: "left out", ignore: true, fn() {} });
`;

Deno.test("each test of a file counts, and those that fail are named", async () => {
  const { file, passed, failed, ignored, failures, output } = await run(tests);
  assert.deepEqual({ passed, failed, ignored, failures }, {
    passed: 1,
    failed: 1,
    ignored: 1,
    failures: [`${file}: fails`],
  });
  assert.match(output, /a word[^]*on purpose/);
});

Deno.test("files of a group share their modules, and a failure names its file", async () => {
  await using folder = await sources({
    "shared.ts": "export const seen: string[] = [];",
    "a.test.ts": `import { seen } from "./shared.ts";
      Deno.test("comes first", () => void seen.push("a"));`,
    "b.test.ts": `import { seen } from "./shared.ts";
      Deno.test("comes second", () => { if (seen[0] === "a") throw new Error("on purpose"); });`,
  });
  const group = ["a", "b"].map((name) => `${folder.path}/${name}.test.ts`);
  const { passed, failed, failures } = await start(group, folder.path).result;
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 });
  assert.deepEqual(failures, [`${group[1]}: comes second`]);
});

Deno.test("of a file that is cut what had ended counts, and what was running is named", async () => {
  const endless = `Deno.test("never ends", () => new Promise((done) => setTimeout(done, 1e6)));`;
  const { passed, failed, ignored, failures } = await run(tests + endless, "never ends");
  assert.deepEqual({ passed, failed, ignored }, { passed: 1, failed: 1, ignored: 1 });
  assert.match(failures.join(), /in: never ends/);
});

Deno.test("a file that does not load is a failure", async () => {
  const { passed, failed } = await run("import './nothing.ts';");
  assert.deepEqual({ passed, failed }, { passed: 0, failed: 1 });
});

/** Runs the source as a test file; ends it when the test `until` has begun. */
async function run(source: string, until?: string) {
  await using folder = await sources({ "a.test.ts": source });
  const file = `${folder.path}/a.test.ts`;
  const run = start([file], folder.path);
  if (until) {
    await untilTrue(() => run.test() === until, { what: `"${until}" to begin` });
    run.kill();
  }
  return { file, ...await run.result };
}

function start(group: string[], tmp: string) {
  return runGroup(group, { args: ["--no-prompt"], env: Deno.env.toObject(), tmp });
}

/** The files in a folder of their own, until they are disposed of. */
async function sources(files: Record<string, string>) {
  const path = await Deno.makeTempDir({ prefix: "relevo-runner-" });
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${path}/${name}`, text);
  }
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

Deno.test("the test that has begun and not ended is known", () => {
  const begun = "running 2 tests from ./a.test.ts\none ... ok (3ms)\ntwo ...";
  assert.equal(pendingIn(begun), "two");
  assert.equal(pendingIn(`${begun}\n------- output -------\nhello ...`), "two");
  const slow = `${begun}'two' has been running for over (1m0s)\n`;
  assert.equal(pendingIn(slow), "two");
  for (const end of [`${begun} ok (1s)\n`, `${slow} ok (1m1s)\n`]) {
    assert.equal(pendingIn(end), undefined);
  }
});

Deno.test("the time of each test is read, and counted for its folder", () => {
  const output = `running 5 tests from ./group.test.ts
files share a process, a few at a time, and long ones have one ... ok (963µs)
put together of parts ...
  a step of it ...'put together of parts' has been running for over (1m0s)
 ok (587ms)
put together of parts ... ok (1m10s)
a number is read ...
------- output -------
no test ... ok (9s)
----- output end -----
a number is read ... FAILED (due to 1 failed step) (20ms)
long ...'long' has been running for over (1m0s)
 ok (1m49s)
cut off ...`;
  assert.deepEqual([...durationsIn(output)], [
    ["files share a process, a few at a time, and long ones have one", 0.963],
    ["put together of parts", 70_000],
    ["a number is read", 20],
    ["long", 109_000],
  ]);
  const group = ["tests/runner/runner.test.ts", "tests/work/queue.test.ts"];
  const run = `what runs by itself has a name of its own and a schedule ... ok (3m)
a title that is put together ... ok (1s)
a file that does not load is a failure ... ok (2s)
`;
  assert.deepEqual(timesByFolder([{ group, ms: 190_000, output: run }]), [
    ["work", 181_000],
    ["(loading)", 7_000],
    ["runner", 2_000],
  ]);
});
