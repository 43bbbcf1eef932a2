/** Processes that read what strangers made: their answers, their rights and their end. */
import assert from "node:assert/strict";
import { decode, encode } from "@/lib/readers/codec.ts";
import { readerCommand } from "@/lib/readers/command.ts";
import { ownReaders } from "@/lib/readers/hosts.ts";
import { Reader } from "@/lib/readers/reader.ts";
import { enough, program, short, testReaders } from "./cases.ts";

const root = Deno.cwd();
const utf8 = new TextEncoder();

testReaders("its own", (test) => test(ownReaders(root)));

Deno.test("readers started by the launcher read the same", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--quiet", "tests/readers/launched.ts"],
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
});

Deno.test("a job that takes all memory costs its process alone", async () => {
  const reader = new Reader(ownReaders(root), { kind: "mail" });
  const greedy = reader.run("event", program(12_000_000), enough);
  await assert.rejects(
    greedy,
    (error: Error & { outcome: string }) =>
      error.name === "ReaderEnded" && ["memory", "ended"].includes(error.outcome),
  );
  assert.ok(await reader.run("event", short, enough));
  await reader.close();
});

Deno.test("a reader reads code and nothing else", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-readers-" });
  const attempts = [
    ...["read=/etc/passwd", "read=/proc/self/environ", `write=${folder}/x`, `list=${folder}`],
    ...[`read=${root}/README.md`, "run=true", "env=HOME", "ffi=/lib/libc.so.6"],
    ...["net=127.0.0.1:1", `write=${root}/lib/x.ts`],
  ];
  const allowed = `read=${root}/lib/tools/version.ts`;
  const probe = readerCommand(root, [allowed, ...attempts], "tests/launch/probe.ts").spawn();
  await probe.stdin.close();
  const { stdout } = await probe.output();
  await Deno.remove(folder, { recursive: true });
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
    [allowed]: "done",
    ...Object.fromEntries(attempts.map((attempt) => [attempt, "NotCapable"])),
  });
});

function joined(pieces: Uint8Array[]): Uint8Array {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}

Deno.test("values pass as they are, byte arrays too", () => {
  const value = {
    text: "año",
    at: new Date(0),
    none: [null, undefined],
    parts: [{ bytes: utf8.encode("a") }, { bytes: new Uint8Array() }, { bytes: utf8.encode("bc") }],
    names: new Map([["Ana", 1]]),
  };
  const copy = decode(joined(encode(value))) as typeof value;
  assert.deepEqual({ ...copy, parts: [] }, { ...value, parts: [] });
  assert.deepEqual(copy.parts.map(({ bytes }) => new TextDecoder().decode(bytes)), ["a", "", "bc"]);
  assert.deepEqual(decode(joined(encode(["type", utf8.encode("x")]))), ["type", utf8.encode("x")]);
});
