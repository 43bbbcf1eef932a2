/** The memory that benchmarks say is of the app and of all that its launcher started with it. */
import assert from "node:assert/strict";
import { memoryOf, proportionalMiB } from "@/bench/memory.ts";
import { until } from "../support/wait.ts";

/** A shell with two children that wait for the end of their input. */
function startTree(...args: string[]) {
  const child = new Deno.Command("sh", {
    args: ["-c", "exec 3<&0; cat <&3 & cat <&3 & echo $!; wait", ...args],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  return {
    pid: child.pid,
    async lastChild(): Promise<number> {
      const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
      return Number(value);
    },
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await child.status;
    },
  };
}

Deno.test("the memory of the app's children counts, its parent's does not", async () => {
  await using tree = startTree("app");
  await tree.lastChild();
  const { totalMiB, othersMiB } = await until(async () => {
    const memory = await memoryOf(tree.pid);
    return memory.othersMiB > 0 && memory;
  }, { what: "the children" });
  assert.ok(totalMiB > othersMiB);
  if (Deno.build.os === "linux") assert.ok(await proportionalMiB(tree.pid) < totalMiB);
});

Deno.test("memory of the launcher's other children counts, its own does not", async () => {
  await using tree = startTree("launch.ts", "start.ts");
  const app = await tree.lastChild();
  // A child that was made a moment ago has no memory of its own yet.
  const { totalMiB, othersMiB } = await until(async () => {
    const memory = await memoryOf(app);
    return memory.othersMiB > 0 && memory.totalMiB > memory.othersMiB && memory;
  }, { what: "the launcher's children" });
  assert.ok(totalMiB > othersMiB);
  await using bare = startTree("other.ts");
  assert.equal((await memoryOf(await bare.lastChild())).othersMiB, 0);
});
