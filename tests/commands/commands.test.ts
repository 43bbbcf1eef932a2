import assert from "node:assert/strict";
import { lockFolder } from "@/lib/db/folder.ts";
import { makeSecretsKey } from "../support/channel_account.ts";
import { runTask, testCommands } from "./harness.ts";

testCommands("migrate fills an empty database and then has nothing to do", async ({ run }) => {
  const first = await run("migrate");
  assert.equal(first.code, 0, first.err);
  assert.match(first.err, /^applied 0001_\w+\napplied 0002_/);
  const again = await run("migrate");
  assert.deepEqual(again, {
    code: 0,
    out: "The schema is the newest.\n",
    err: "",
  });
}, { both: true });

testCommands("a key is made, listed and revoked, by its own company alone", async ({ run }) => {
  await run("migrate");
  const created = await run("key", "create", "--company", "1", "--name", "shop");
  assert.equal(created.code, 0, created.err);
  assert.match(created.out, /^rlv_[\w-]{86}\n$/);
  assert.match(created.err, /^Key 1 "shop" of company 1 \(Primary\)/);
  await run("key", "create", "--company=2", "--name=studio");

  const listed = await run("key", "list", "--company", "1");
  const [heads, row, ...rest] = listed.out.trimEnd().split("\n");
  assert.match(heads!, /^id {2}name {2}scope {2}begins +made +expires +revoked$/);
  assert.match(row!, new RegExp(`^1 {3}shop {2}all {4}${created.out.slice(0, 8)} {2}\\S+Z$`));
  assert.deepEqual(rest, []);
  assert.ok(!listed.out.includes(created.out.trim()));

  const other = await run("key", "revoke", "--company", "2", "--id", "1");
  assert.deepEqual(other, { code: 1, out: "", err: "relevo: company 2 has no key 1\n" });
  const limited = ["--scope", "send", "--last-day", "2099-12-31"];
  await run("key", "create", "--company", "1", "--name", "mail", ...limited);
  const late = await run("key", "create", "--company=1", "--name=x", "--last-day", "2020-01-01");
  assert.equal(late.err, "relevo: 2020-01-01 has passed: the key would work no more\n");
  const revoked = await run("key", "revoke", "--company", "1", "--id", "1");
  assert.match(revoked.out, /^Key 1 "shop" is revoked/);
  const [, mail, shop] = (await run("key", "list", "--company", "1")).out.split("\n");
  assert.match(mail!, /^\d+ +mail {2}send {3}rlv_\S+ +\S+Z {2}2099-12-31T23:00:00\.000Z$/);
  assert.match(shop!, /^1 {3}shop {2}all .*Z {2,}\S+Z$/);
});

testCommands("members are added, listed and disabled down to the last", async ({ run }) => {
  const ana = ["--company", "1", "--email", "Ana@Relevo.example"];
  const added = await run("member", "add", ...ana, "--role", "ventas", "--name", "Ana Ruiz");
  assert.equal(added.code, 0, added.err);
  assert.equal(added.out, "ana@relevo.example is a member of company 1 (Primary), as ventas.\n");
  const last = await run("member", "remove", ...ana);
  assert.equal(last.code, 1);
  assert.match(last.err, /^relevo: ana@relevo\.example is the last member of company 1/);

  await run("member", "add", "--company", "1", "--email", "leo@relevo.example", "--role", "taller");
  assert.equal((await run("member", "remove", ...ana)).code, 0);
  const gone = await run("member", "remove", ...ana);
  assert.equal(gone.err, "relevo: ana@relevo.example is no member of company 1\n");
  const [, leo, disabled] = (await run("member", "list", "--company", "1")).out.split("\n");
  assert.match(leo!, /^leo@relevo\.example +taller +\S+Z$/);
  assert.match(disabled!, /^ana@relevo\.example {2}Ana Ruiz {2}ventas +\S+Z {2}\S+Z$/);

  await run("member", "add", ...ana, "--role", "jefa");
  assert.match((await run("member", "list", "--company", "1")).out, /Ana Ruiz {2}jefa +\S+Z\n/);
});

testCommands("a company that does not exist is said", async ({ run }) => {
  await run("migrate");
  for (
    const args of [
      ["key", "create", "--name", "x"],
      ["member", "add", "--email", "a@b.es", "--role", "x"],
      ["member", "list"],
    ] as const
  ) {
    const [task, ...rest] = args;
    assert.deepEqual(await run(task, ...rest, "--company", "9"), {
      code: 1,
      out: "",
      err: "relevo: there is no company 9; there are: 1 Primary, 2 Design\n",
    });
  }
});

testCommands(
  "channels' secrets are sealed again, with the keys that there are",
  async ({ run }) => {
    await run("migrate");
    const done = await run("secrets", "rotate");
    assert.deepEqual([done.code, done.err], [0, ""]);
    assert.match(done.out, /^0 secrets were sealed again with the first key\./);
    const wrong = await run("secrets", "turn");
    assert.deepEqual([wrong.code, wrong.out], [2, ""]);
    assert.match(wrong.err, /^"turn" is none of rotate/);
  },
  { env: { SECRETS_KEYS: makeSecretsKey() } },
);

Deno.test("a key for secrets that is none is named", async () => {
  const { code, err } = await runTask("secrets", ["rotate"], { SECRETS_KEYS: "short" });
  assert.equal(code, 1);
  assert.match(err, /SECRETS_KEYS.*key 1 is not 32 bytes in base64/);
});

Deno.test("every wrong argument is named, with the usage and exit code 2", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-arguments-" });
  const cases: [string, string[], string[]][] = [
    ["key", [], ["say one of create, list, revoke"]],
    ["key", ["make"], ['"make" is none of create, list, revoke']],
    ["key", ["constructor"], ['"constructor" is none of create, list, revoke']],
    ["key", ["create"], ["--company is missing", "--name is missing"]],
    ["key", ["create", "--company", "--name", "shop"], ["--company needs a value"]],
    ["key", ["create", "--company=x", "--nom=y", "-c", "z", "--name", " "], [
      "--nom is unknown",
      "-c is unknown",
      '"z" is not expected',
      "--company: must be a company's number, such as 1",
      "--name: must have 1 to 60 characters",
    ]],
    ["key", ["create", "--company=1", "--name=x", "--scope=write", "--last-day=soon"], [
      "--scope: must be one of all, send, read, channel",
      "--last-day: must be a day, such as 2030-12-31",
    ]],
    ["key", ["revoke", "--company", "1.5", "--id", "0", "--id", "1"], [
      "--id is given twice",
      "--company: must be a whole number",
      "--id: must be 1 or more",
    ]],
    ["member", ["add", "--company", "1", "--email", "ana", "--role", "x".repeat(61)], [
      "--email: must be an e-mail address",
      "--role: must have 1 to 60 characters",
    ]],
    ["member", ["remove", "--company=1", "--email=a@b.es", "--keys=burn"], [
      "--keys: must be keep or revoke",
    ]],
    ["migrate", ["now", "--force"], ['"now" is not expected', "--force is unknown"]],
  ];
  for (const [task, args, problems] of cases) {
    const { code, out, err } = await runTask(task, args, { DATA_DIR: `${folder}/unused` });
    assert.equal(code, 2);
    assert.equal(out, "");
    const [text, usage] = [err.slice(0, err.indexOf("\n\n")), err.slice(err.indexOf("\n\n"))];
    assert.deepEqual(text.split("\n"), problems);
    assert.match(usage, new RegExp(`^\n\ndeno task ${task} `));
  }
  const help = await runTask("member", ["add", "--help"], { DATA_DIR: `${folder}/unused` });
  assert.equal(help.code, 0);
  assert.match(help.out, /^deno task member add/);
  assert.deepEqual(Array.from(Deno.readDirSync(folder)), []);
  await Deno.remove(folder);
});

Deno.test("on the embedded database commands refuse while a process holds the folder", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-locked-" });
  const lock = await lockFolder(folder);
  for (
    const [task, ...args] of [
      ["migrate"],
      ["key", "list", "--company", "1"],
      ["member", "list", "--company", "1"],
    ] as const
  ) {
    const { code, out, err } = await runTask(task, args, { DATA_DIR: folder });
    assert.equal(code, 1);
    assert.equal(out, "");
    assert.match(err, /^relevo: another Relevo process is using .+ Stop it first/);
  }
  lock.release();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a database that does not answer, and a setting that is wrong, are said", async () => {
  const cases: [string, string[], RegExp][] = [
    ["127.0.0.1:1", ["migrate"], /^relevo: the database does not answer: .*ECONNREFUSED/],
    ["127.0.0.1:1", ["hold"], /^relevo: the database does not answer: .*ECONNREFUSED/],
    ["nohost.invalid", ["status"], /^relevo: the database's host is not found: /],
    ["nohost.invalid", ["backup", "--output", "-"], /^relevo: the database's host is not found: /],
    ["127.0.0.1:1,nohost.invalid", ["check-data"], /ECONNREFUSED.*nohost\.invalid:1 does/],
  ];
  for (const [host, [task, ...args], sentence] of cases) {
    const away = await runTask(task!, args, { DATABASE_URL: `postgres://a:secret@${host}/x` });
    assert.equal(away.code, 1);
    assert.match(away.err, sentence);
    assert.match(away.err, /^[^\n]*; .*correct .* in DATABASE_URL[^\n]*\n$/, "one line");
    assert.doesNotMatch(away.err, /secret/);
  }
  const wrong = await runTask("migrate", [], { DATABASE_URL: "mysql://x/y", PORT: "x" });
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /DATABASE_URL/);
  assert.match(wrong.err, /PORT/);
});
