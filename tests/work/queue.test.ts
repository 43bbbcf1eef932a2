import assert from "node:assert/strict";
import { createLog } from "@/lib/tools/log.ts";
import { type Message, openQueue } from "@/lib/work/queue.ts";
import { recurring } from "@/lib/service/recurring.ts";
import { until } from "../support/wait.ts";

const message = (id: string): Message => ({
  kind: "callback",
  id,
  companyId: 1,
  host: "a.example",
});

async function scene() {
  const logged: string[] = [];
  return { logged, queue: await openQueue(createLog("debug", (line) => void logged.push(line))) };
}

Deno.test("a message is handed over once its delay has passed, and not before", async () => {
  const { queue } = await scene();
  const heard: [string, number][] = [];
  const startedAt = performance.now();
  const listening = queue.listen((one) => void heard.push([one.id, performance.now() - startedAt]));
  await queue.enqueue(message("later"), 400);
  await queue.enqueue(message("now"), 0);
  await until(() => heard.length === 2, { what: "both messages" });
  assert.deepEqual(heard.map(([id]) => id), ["now", "later"]);
  assert.ok(heard[1]![1] >= 380, `after ${heard[1]![1]} ms`);
  assert.equal(await queue.ready(), true);
  queue.close();
  await listening;
});

Deno.test("a closed queue loses its reminder, and says so in the log alone", async () => {
  const { queue, logged } = await scene();
  queue.close();
  assert.equal(await queue.ready(), false);
  await queue.enqueue(message("lost"), 0);
  assert.ok(logged.some((line) => JSON.parse(line).event === "enqueue_failed"));
});

Deno.test("what runs by itself has a name of its own and a schedule", () => {
  const names = recurring.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, schedule } of recurring) {
    assert.match(name, /^[a-z][\w -]+$/i, "a name that Deno.cron takes");
    assert.match(schedule, /^(\S+ ){4}\S+$/);
  }
});
