/** What holds of readers, whoever starts them. */
import assert from "node:assert/strict";
import { Reader, type ReaderHost } from "@/lib/readers/reader.ts";
import { until } from "../support/wait.ts";

const utf8 = new TextEncoder();

/** Ids of the readers that this process has, running or not yet gone. */
export function readersNow(): number[] {
  const args = ["--ppid", String(Deno.pid), "-o", "pid=,args="];
  const { stdout } = new Deno.Command("ps", { args }).outputSync();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line.includes("reader_process.ts")).map((line) => parseInt(line));
}

const mailJob = (text: string) => ({
  kind: "email",
  body: utf8.encode(text),
  externalId: "1",
  direction: "in",
  reader: { ownAddress: null, authservId: null },
});
export const short = mailJob("From: Ana <ana@x.example>\r\nSubject: Mesa\r\n\r\nHola");
/** Takes a second or more, however it is read. */
export const program = (count: number) => ({
  ...mailJob(`[${"{},".repeat(count)}0]`),
  kind: "program",
});

interface Mail {
  message: { text: string; sentAt: Date };
}

const queue = 1;
export const enough = { queue, cpuMs: 60_000 };

/** @param within gives the test a host, and takes it away afterwards */
export function testReaders(
  name: string,
  within: (test: (host: ReaderHost) => Promise<void>) => Promise<void>,
): void {
  Deno.test(`${name}: a mail is read in another process`, () =>
    within(async (host) => {
      const reader = new Reader(host, { kind: "mail" });
      const { message } = await reader.run<Mail>("event", short, enough);
      assert.equal(message.text, "Hola");
      assert.ok(message.sentAt instanceof Date);
      assert.equal(readersNow().length, 1);
      await reader.close();
      await until(() => readersNow().length === 0, { what: "the reader to be gone" });
    }));

  Deno.test(`${name}: a job beyond its time is killed, and its process gone`, () =>
    within(async (host) => {
      const reader = new Reader(host, { kind: "mail" });
      await reader.run("event", short, enough);
      const [killed] = readersNow();
      const late = reader.run("event", program(3_000_000), { queue, cpuMs: 20 });
      const next = reader.run<Mail>("event", short, enough);
      await assert.rejects(late, { name: "ReaderEnded", outcome: "late" });
      assert.equal((await next).message.text, "Hola", "the next process reads on");
      await until(() => !readersNow().includes(killed!), { what: "the process to be gone" });
      await reader.close();
    }));

  Deno.test(`${name}: a process that a large job has filled is followed by a fresh one`, () =>
    within(async (host) => {
      const reader = new Reader(host, { kind: "mail" });
      await reader.run("event", short, enough);
      const before = readersNow();
      await assert.rejects(reader.run("event", program(3_000_000), enough), /invalid|expected/i);
      assert.ok(await reader.run("event", short, enough));
      assert.notDeepEqual(readersNow(), before);
      await reader.close();
    }));

  Deno.test(`${name}: a reader that was killed from outside is followed by another`, () =>
    within(async (host) => {
      const reader = new Reader(host, { kind: "mail" });
      await reader.run("event", short, enough);
      for (const pid of readersNow()) Deno.kill(pid, "SIGKILL");
      // The job that meets the end of the process hears of it.
      await reader.run("event", short, enough).catch((error) => {
        assert.equal(error.outcome, "ended");
      });
      assert.ok(await reader.run("event", short, enough));
      await reader.close();
    }));

  Deno.test(`${name}: what a reader cannot read is told in its own words`, () =>
    within(async (host) => {
      const reader = new Reader(host, { kind: "mail" });
      await assert.rejects(reader.run("event", mailJob("Subject: x\r\n\r\n"), enough), /no sender/);
      await assert.rejects(reader.run("unknown", {}, enough), /not a function/);
      await reader.close();
      await assert.rejects(reader.run("event", short, enough), { outcome: "closed" });
    }));
}
