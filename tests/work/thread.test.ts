import assert from "node:assert/strict";
import { Thread } from "@/lib/work/thread.ts";

/** A thread that does what `work`, a function's source, says. */
function threadThat(work: string, jobMs = 60_000): Thread<string, string> {
  const serving = new URL("../../lib/work/thread.ts", import.meta.url).href;
  const code = `import { serveJobs } from "${serving}"; serveJobs(${work});`;
  return new Thread(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { jobMs });
}

Deno.test("jobs are done one at a time, companies in turn", async () => {
  const thread = threadThat("(job) => job + '!'");
  const order: string[] = [];
  const run = async (job: string, company: number) => {
    order.push(await thread.run(job, company));
  };
  await Promise.all([run("a1", 1), run("a2", 1), run("a3", 1), run("b1", 2), run("c1", 3)]);
  assert.deepEqual(order, ["a1!", "b1!", "c1!", "a2!", "a3!"]);
  thread.close();
});

Deno.test("a job that fails or does not end harms no other", async () => {
  const work = `(job) => {
    if (job === "throw") throw new Error("no such job");
    while (job === "hang");
    return job;
  }`;
  // As long as a busy machine takes to start the thread, which counts as well.
  const thread = threadThat(work, 10_000);
  await Promise.all([
    assert.rejects(thread.run("throw", 1), /no such job/),
    assert.rejects(thread.run("hang", 1), /too long/),
    thread.run("work", 1).then((done) => assert.equal(done, "work")),
  ]);
  thread.close();
});

Deno.test("a caller who hangs up leaves the queue, and a job that has begun goes on", async () => {
  const thread = threadThat("(job) => job");
  const gone = new AbortController();
  const { signal } = gone;
  const jobs = ["begun", "waiting"].map((job) => thread.run(job, 1, { signal }));
  gone.abort(new Error("gone"));
  const [begun, waiting] = await Promise.allSettled(jobs);
  assert.equal(begun!.status, "fulfilled");
  assert.equal(waiting!.status, "rejected");
  assert.equal(await thread.run("next", 1), "next");
  thread.close();
});

Deno.test("closing gives up the job and those who wait, and the next job starts anew", async () => {
  const thread = threadThat("(job) => job === 'wait' ? new Promise(() => {}) : job");
  const waiting = [thread.run("wait", 1), thread.run("wait", 2), thread.run("wait", 2)];
  await Promise.resolve();
  thread.close();
  for (const one of await Promise.allSettled(waiting)) assert.equal(one.status, "rejected");
  assert.equal(await thread.run("again", 1), "again");
  thread.close();
});
