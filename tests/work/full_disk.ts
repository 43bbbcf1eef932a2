/**
 * Run by queue.test.ts where no file may grow further: says what the queue hands over all the same.
 */
import { createLog } from "@/lib/tools/log.ts";
import { openQueue } from "@/lib/work/queue.ts";

const count = 300;
const queue = await openQueue(Deno.args[0], createLog("warn"));
const heard = new Set<string>();
const { promise: done, resolve } = Promise.withResolvers<void>();
queue.listen(({ id }) => {
  heard.add(id);
  if (heard.size === count) resolve();
});
for (let n = 0; n < count; n++) {
  const id = `${n}${"-".repeat(500)}`;
  await queue.enqueue({ kind: "callback", id, companyId: 1, host: "a" }, n);
}
await done;
console.log(JSON.stringify({ event: "heard", count: heard.size }));
Deno.exit(0);
