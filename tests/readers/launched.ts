/** Run by readers.test.ts with the launcher's rights, which tests do not have: a Unix socket. */
import assert from "node:assert/strict";
import { hostReaders } from "@/lib/launch/readers.ts";
import { launchedReaders } from "@/lib/readers/hosts.ts";
import { Reader } from "@/lib/readers/reader.ts";
import { enough, readersNow, short, testReaders } from "./cases.ts";

const root = Deno.cwd();

testReaders("the launcher's", async (test) => {
  const launcher = await hostReaders(root);
  try {
    await test(launchedReaders(launcher.socket));
  } finally {
    await launcher.close();
  }
});

Deno.test("a launcher that is gone is no fault of the mail", async () => {
  const launcher = await hostReaders(root);
  const reader = new Reader(launchedReaders(launcher.socket), { kind: "mail" });
  await reader.run("event", short, enough);
  await launcher.close();
  await assert.rejects(reader.run("event", short, enough), { outcome: "unavailable" });
  assert.deepEqual(readersNow(), []);
  await reader.close();
});
