/** Mailboxes: connected, tried step by step, changed. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { startDovecot } from "./dovecot.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { certificateFor } from "../../support/certificates.ts";
import { people, type World } from "../../support/world.ts";
import { password } from "./dovecot.ts";
import { own } from "./mails.ts";
import { connectMailbox, settingsOf, testWithMail } from "./scene.ts";

const oks = (steps: { ok: boolean }[]) => steps.map(({ ok }) => ok);

testWithMail("a mailbox is connected and tried", async (world, post) => {
  const { api, id, account } = await connectMailbox(world, post, { signature: "Un saludo" });
  assert.deepEqual([account.kind, account.channel, account.can_send], ["email", "other", true]);
  assert.deepEqual([account.secret, account.address], [null, own]);
  assert.equal(account.settings.signature, "Un saludo");
  assert.equal(JSON.stringify(account).includes(password), false);
  const { steps } = await expectData(api("POST", `/channels/${id}/test`));
  assert.deepEqual(oks(steps), [true, true, true, true, true]);
  assert.equal((await expectData(api("GET", `/channels/${id}`))).state, "working");
  assert.equal(post.smtp.mails.length, 0);
  const sealed = await inTenant(
    world,
    (trx) => trx.selectFrom("channel_secrets").selectAll().where("account_id", "=", id).execute(),
    1,
  );
  assert.deepEqual(sealed.map(({ field }) => field), ["password"]);
});

testWithMail("a test stops at what is wrong, with what to do", async (world, post) => {
  const { api, id } = await connectMailbox(world, post);
  const tryIt = async () => (await expectData(api("POST", `/channels/${id}/test`))).steps;
  const change = (settings: unknown) =>
    expectData(api("PATCH", `/channels/${id}`, { settings, secrets: { password } }));
  const usual = settingsOf(post);

  await expectData(api("PATCH", `/channels/${id}`, { secrets: { password: "wrong" } }));
  const wrong = await tryIt();
  assert.deepEqual(oks(wrong), [true, false]);
  assert.match(wrong[1].error, /user name or the password/);
  assert.match(wrong[1].advice, /made for applications/);
  const failing = await expectData(api("GET", `/channels/${id}`));
  assert.equal(failing.state, "failing");
  assert.match(failing.last_error, /password.*Authentication failed/);

  await change({ imap: { folder: "Nada" } });
  const folder = await tryIt();
  assert.deepEqual(oks(folder), [true, true, false]);
  assert.match(folder[2].advice, /INBOX/);

  await change({ imap: { folder: "INBOX", port: 9 } });
  assert.match((await tryIt())[1].error, /cannot be reached/);

  await change({ imap: { ...usual.imap, security: "starttls", port: post.imap.port } });
  assert.deepEqual(oks(await tryIt()), [true, true, true, true, true]);
  await change({ imap: { security: "none" } });
  assert.deepEqual(oks(await tryIt()), [true, true, true, true, true]);

  await change({ imap: usual.imap, smtp: { user: "taller", security: "starttls" } });
  const out = await tryIt();
  assert.deepEqual(oks(out), [true, true, true, true, false]);
});

testWithMail(
  "a mail server's certificate of another issuer or name is refused",
  async (world, post) => {
    for (
      const [options, sentence] of [
        [{ names: ["imap.other.example"] }, /another name/],
        [{ signedBy: "stranger" as const }, /trusted/],
        [{ days: -1 }, /trusted/],
      ] as const
    ) {
      await using imap = await startDovecot({
        certificate: certificateFor({ ...options } as never),
      });
      const { api, id } = await connectMailbox(world, { ...post, imap });
      const { steps } = await expectData(api("POST", `/channels/${id}/test`));
      assert.deepEqual(oks(steps), [true, false]);
      assert.match(steps[1].error, sentence);
      await expectData(api("DELETE", `/channels/${id}`));
    }
  },
);

testWithMail("servers that are not public are refused by their field", async (world, post) => {
  const api = apiOf(world, people.ana);
  const usual = settingsOf(post);
  const body = (settings: unknown) => ({
    ...{ kind: "email", name: "X", address: "x@taller.example" },
    settings,
    secrets: { password },
  });
  const refused: [Record<string, unknown>, string][] = [
    [{ imap: { ...usual.imap, host: "10.0.0.1", port: 993 } }, "settings.imap.host"],
    [{ smtp: { ...usual.smtp, host: "169.254.169.254", port: 465 } }, "settings.smtp.host"],
    [{ imap: { ...usual.imap, host: "93.184.216.34", port: 22 } }, "settings.imap.port"],
    [
      { smtp: { ...usual.smtp, host: "93.184.216.34", port: 25, security: "none" } },
      "settings.smtp.security",
    ],
  ];
  for (const [change, field] of refused) {
    const failure = await expectFailure(
      api("POST", "/channels", body({ ...usual, ...change })),
      422,
      "host_refused",
    );
    assert.deepEqual(Object.keys(failure.fields), [field]);
  }
  const { id } = await connectMailbox(world, post);
  const moved = api("PATCH", `/channels/${id}`, {
    settings: { imap: { host: "192.168.1.1", port: 993 } },
    secrets: { password },
  });
  await expectFailure(moved, 422, "host_refused");
}, { env: { CHANNEL_ALLOW_NETS: "127.0.0.0/8,::1/128" } });

/** Names of a network inside: one leads there, and one is nobody's. */
const inside: Record<string, string[]> = { "db.inside.example": ["10.0.0.5"] };
const resolve = (name: string) =>
  name in inside ? Promise.resolve(inside[name]!) : Promise.reject(new Error("not there"));

testWithMail("the answers tell no inner name from any other", async (world, post) => {
  const { api, id } = await connectMailbox(world, post);
  const usual = settingsOf(post);
  const named = (host: string, more = {}) => ({ ...usual.imap, host, port: 993, ...more });
  const answers = async (host: string) => {
    const create = (settings: unknown) =>
      api("POST", "/channels", {
        ...{ kind: "email", name: "X", address: "x@taller.example", settings },
        secrets: { password },
      });
    const startedAt = performance.now();
    const answers = [
      await create({ ...usual, imap: named(host) }),
      await create({ ...usual, smtp: { ...usual.smtp, host, port: 465 } }),
      await create({ ...usual, imap: named(host, { security: "none" }) }),
      await create({ ...usual, imap: named(host, { port: 22 }) }),
      await api("PATCH", `/channels/${id}`, {
        settings: { imap: { host, port: 993 } },
        secrets: { password },
      }),
    ];
    assert.ok(
      performance.now() - startedAt >= answers.length * 990,
      "no sooner than a second each",
    );
    // As one that was saved when its name still led elsewhere.
    await setHost(world, id, host);
    answers.push(await api("POST", `/channels/${id}/test`));
    answers.push(await api("GET", `/channels/${id}`));
    await setHost(world, id, "localhost");
    return answers.map(({ status, body }) => {
      const { state, last_error, steps } = body.data ?? {};
      return { status, code: body.code, fields: body.fields, steps, state, last_error };
    });
  };
  const there = await answers("db.inside.example");
  assert.deepEqual(there.map(({ status }) => status), [422, 422, 422, 422, 422, 200, 200]);
  assert.deepEqual(
    there.slice(0, 5).map(({ code, fields }) => [code, Object.keys(fields).join()]),
    [
      ["host_refused", "settings.imap.host"],
      ["host_refused", "settings.smtp.host"],
      ["host_refused", "settings.imap.security"],
      ["host_refused", "settings.imap.host"],
      ["host_refused", "settings.imap.host"],
    ],
  );
  assert.match(there[0]!.fields["settings.imap.host"], /public address, and none was found/);
  assert.match(there[5]!.steps[0].error, /No public address/);
  assert.match(there[5]!.steps[0].advice, /name of the server.*CHANNEL_ALLOW_NETS/s);
  assert.deepEqual(await answers("nobody.inside.example"), there);
}, { env: { CHANNEL_ALLOW_NETS: "127.0.0.0/8,::1/128" }, resolve });

async function setHost(world: World, id: number, host: string): Promise<void> {
  await inTenant(
    world,
    (trx) =>
      sql`update channel_accounts set settings = jsonb_set(settings::jsonb, '{imap,host}',
      ${JSON.stringify(host)}::jsonb) where id = ${id}`.execute(trx),
    1,
  );
}

testWithMail("a new server gets the password only where it is typed again", async (world, post) => {
  const { api, id } = await connectMailbox(world, post);
  const path = `/channels/${id}`;
  for (const change of [{ imap: { port: 994 } }, { smtp: { host: "127.0.0.1" } }]) {
    const failure = await expectFailure(
      api("PATCH", path, { settings: change }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(failure.fields), ["secrets.password"]);
  }
  const renamed = await expectData(
    api("PATCH", path, { settings: { from_name: "Taller Ferrer" } }),
  );
  assert.equal(renamed.settings.from_name, "Taller Ferrer");
  assert.equal(renamed.settings.imap.host, "localhost");
});

testWithMail("what a mailbox cannot have is told by field", async (world, post) => {
  const api = apiOf(world, people.ana);
  const account = { kind: "email", name: "X", address: "x", settings: {} };
  const failure = await expectFailure(api("POST", "/channels", account), 422, "validation_failed");
  assert.deepEqual(Object.keys(failure.fields).sort(), [
    "address",
    "secrets",
    "settings.imap",
    "settings.smtp",
  ]);
  const ofMail = { kind: "program", name: "X", settings: settingsOf(post), secrets: { password } };
  const other = await expectFailure(api("POST", "/channels", ofMail), 422, "validation_failed");
  assert.deepEqual(Object.keys(other.fields).sort(), ["secrets", "settings.imap", "settings.smtp"]);
  const old = { ...settingsOf(post), import_since: "2020-01-01" };
  const early = await expectFailure(
    api("POST", "/channels", {
      ...{ kind: "email", name: "X", address: own, settings: old, secrets: { password } },
    }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(early.fields), ["settings.import_since"]);
  const { id } = await connectMailbox(world, post);
  const program = await expectFailure(
    api("PATCH", `/channels/${id}`, { settings: { callback_url: null }, address: "x" }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(program.fields).sort(), ["address", "settings.callback_url"]);
  await expectFailure(api("POST", `/channels/${id}/secret`), 404, "not_found");
  const same = { kind: "email", name: "Y", address: own.toUpperCase(), secrets: { password } };
  const twice = api("POST", "/channels", { ...same, settings: settingsOf(post) });
  await expectFailure(twice, 409, "duplicate");
});
