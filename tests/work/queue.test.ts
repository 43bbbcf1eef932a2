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
  const folder = await Deno.makeTempDir({ prefix: "relevo-queue-" });
  const logged: string[] = [];
  const log = createLog("debug", (line) => void logged.push(line));
  const path = `${folder}/deeper/queue.sqlite3`;
  await Deno.mkdir(`${folder}/deeper`);
  return {
    path,
    logged,
    open: () => openQueue(path, log),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("a message is handed over once its delay has passed, and not before", async () => {
  await using files = await scene();
  const queue = await files.open();
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
  await using files = await scene();
  const queue = await files.open();
  queue.close();
  assert.equal(await queue.ready(), false);
  await queue.enqueue(message("lost"), 0);
  assert.ok(files.logged.some((line) => JSON.parse(line).event === "enqueue_failed"));
});

Deno.test("what is waiting survives the process", async () => {
  await using files = await scene();
  const first = await files.open();
  await first.enqueue(message("kept"), 50);
  first.close();
  const second = await files.open();
  const heard: Message[] = [];
  const listening = second.listen((one) => void heard.push(one));
  await until(() => heard.length === 1, { what: "the message of the process before" });
  assert.deepEqual(heard, [message("kept")]);
  second.close();
  await listening;
});

Deno.test("a damaged file is set aside and said, and the queue works on a new one", async () => {
  await using files = await scene();
  const sound = await files.open();
  for (let n = 0; n < 500; n++) await sound.enqueue(message(`${n}`), 60_000);
  sound.close();
  const bytes = await Deno.readFile(files.path);
  for (const damaged of [bytes.map((byte, at) => at < 4_096 ? byte : 7), bytes.fill(65)]) {
    await Deno.writeFile(files.path, damaged);
    files.logged.length = 0;
    const queue = await files.open();
    const { event, aside } = JSON.parse(files.logged[0]!);
    assert.equal(event, "queue_file_set_aside");
    assert.deepEqual(await Deno.readFile(aside), damaged);
    await queue.enqueue(message("kept"), 0);
    queue.close();
    const heard: string[] = [];
    const again = await files.open();
    const listening = again.listen(({ id }) => void heard.push(id));
    await until(() => heard.includes("kept"), { what: "what the new file keeps" });
    again.close();
    await listening;
  }
});

Deno.test("a path that is no file is said, and the queue works in memory", async () => {
  await using files = await scene();
  await Deno.mkdir(files.path);
  const queue = await files.open();
  assert.equal(JSON.parse(files.logged[0]!).event, "queue_file_unusable");
  const heard: string[] = [];
  const listening = queue.listen(({ id }) => void heard.push(id));
  await queue.enqueue(message("now"), 0);
  await until(() => heard.length === 1, { what: "the message" });
  queue.close();
  await listening;
});

Deno.test("a full disk costs the file, not the queue", async () => {
  await using files = await scene();
  // A file that may not grow fails as one on a full disk does, where no disk can be filled.
  const { code, stdout } = await new Deno.Command("sh", {
    args: [
      "-c",
      `trap '' XFSZ; ulimit -f 128; exec "$@"`,
      ...["sh", Deno.execPath(), "run", "-A", "--no-check", "--unstable-kv"],
      ...[new URL("./full_disk.ts", import.meta.url).pathname, files.path],
    ],
  }).output();
  const events = new TextDecoder().decode(stdout).trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  assert.deepEqual(events.map(({ event }) => event), ["queue_file_failed", "heard"]);
  assert.equal(code, 0);
});

Deno.test("what runs by itself has a name of its own and a schedule", () => {
  const names = recurring.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, schedule } of recurring) {
    assert.match(name, /^[a-z][\w -]+$/i, "a name that Deno.cron takes");
    assert.match(schedule, /^(\S+ ){4}\S+$/);
  }
});
