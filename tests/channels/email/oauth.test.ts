/** Mailboxes that are opened by their provider's sign-in: begun, brought back, renewed, withdrawn. */
import assert from "node:assert/strict";
import { ConfigError, readConfig } from "@/lib/service/config.ts";
import { sealState } from "@/lib/channels/email/oauth/state.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { delivered, goNow } from "../scene.ts";
import { hasDovecot, password } from "./dovecot.ts";
import { deliver, numbered } from "./deliver.ts";
import { own } from "./mails.ts";
import { type ProviderPost, registered, withProvider } from "./provider_scene.ts";
import { settingsOf } from "./scene.ts";

interface Post extends ProviderPost {
  /** A member begins, and signs in as somebody. @returns what the way back brings */
  begin(
    json?: Record<string, unknown>,
    address?: string,
  ): Promise<{ code: string; state: string }>;
}

const place = "/channels/oauth/google";

function testWithProvider(
  name: string,
  test: (world: World, post: Post) => Promise<void>,
  authMethods = ["XOAUTH2"],
): void {
  if (!hasDovecot) {
    Deno.test({ name: `${name} (left out: no Dovecot)`, ignore: true, fn() {} });
    return;
  }
  const options = registered();
  testOnEach(name, (world) =>
    withProvider(options, authMethods, async (post) => {
      const ana = apiOf(world, people.ana);
      const begin: Post["begin"] = async (json = {}, address = own) => {
        const { url } = await expectData(ana("POST", `${place}/start`, json));
        return post.provider.signIn(url, address);
      };
      await test(world, { ...post, begin });
    }), options);
}

testWithProvider("a mailbox is signed in, read and written by", async (world, post) => {
  const { provider, smtp, begin } = post;
  const ana = apiOf(world, people.ana);
  const { url } = await expectData(ana("POST", `${place}/start`, { address: own }));
  const params = new URL(url).searchParams;
  assert.equal(params.get("login_hint"), own);
  assert.match(params.get("redirect_uri")!, /\/panel\/settings\/channels\/oauth\/google$/);
  assert.match(params.get("scope")!, /mail\.google\.com/);

  const back = await begin({ name: "Taller" });
  const account = await expectData(ana("POST", `${place}/finish`, back));
  assert.deepEqual([account.kind, account.name, account.address], ["email", "Taller", own]);
  assert.deepEqual([account.settings.sign_in, account.settings.imap.user], ["google", own]);
  const { steps } = await expectData(ana("POST", `/channels/${account.id}/test`));
  assert.deepEqual(steps.filter(({ ok }: { ok: boolean }) => !ok), []);
  await world.services.mailboxes.read(1, account.id);
  const now = await expectData(ana("GET", `/channels/${account.id}`));
  assert.equal(now.state, "working", now.last_error);
  // Each was given for the token of before, which is good for nothing any more.
  assert.ok(provider.renewed >= 2, String(provider.renewed));

  const contact = await expectData(
    ana("POST", "/contacts", { name: "Eva", email: "eva@cliente.example", channel: "other" }),
    201,
  );
  const message = { direction: "out", body: "Hola", via: account.id };
  const { id } = await expectData(ana("POST", `/contacts/${contact.id}/messages`, message), 201);
  await goNow(world);
  await delivered({ api: ana }, contact.id, id, "sent");
  assert.deepEqual(smtp.mails.map(({ from, user }) => [from, user]), [[own, own]]);

  const secrets = await inTenant(
    world,
    (trx) =>
      trx.selectFrom("channel_secrets").select("field").where("account_id", "=", account.id)
        .execute(),
  );
  assert.deepEqual(secrets, [{ field: "refresh_token" }]);
  // The code is good once, and nobody else's state is good at all.
  const again = await expectFailure(ana("POST", `${place}/finish`, back), 409, "oauth_refused");
  assert.match(again.details.said, /invalid_grant/);
});

testWithProvider("a withdrawn permission of a mailbox can be given again", async (world, post) => {
  const { provider, begin } = post;
  const ana = apiOf(world, people.ana);
  const { id } = await expectData(ana("POST", `${place}/finish`, await begin()));
  provider.revoke(own);
  const tried = await expectData(ana("POST", `/channels/${id}/test`));
  const { ok, error, advice } = tried.steps.at(-1);
  assert.equal(ok, false);
  assert.match(error, /revoked/);
  assert.match(advice, /[Ss]ign in/);
  const failing = await expectData(ana("GET", `/channels/${id}`));
  assert.equal(failing.state, "failing");

  const other = await begin({ channel_id: id }, "otra@taller.example");
  await expectFailure(ana("POST", `${place}/finish`, other), 409, "oauth_refused");
  const anew = await begin({ channel_id: id });
  const signed = await expectData(ana("POST", `${place}/finish`, anew));
  assert.deepEqual([signed.id, signed.state], [id, "checking"]);
  const { steps } = await expectData(ana("POST", `/channels/${id}/test`));
  assert.deepEqual(steps.filter((step: { ok: boolean }) => !step.ok), []);
});

testWithProvider("a token that is refused before its end is renewed", async (world, post) => {
  const { provider, begin } = post;
  provider.lasts = 3_600;
  const ana = apiOf(world, people.ana);
  const { id } = await expectData(ana("POST", `${place}/finish`, await begin()));
  const read = async () => {
    await world.services.mailboxes.read(1, id);
    return (await expectData(ana("GET", `/channels/${id}`))).state;
  };
  assert.equal(await read(), "working");
  const { renewed } = provider;
  assert.equal(await read(), "working");
  assert.equal(provider.renewed, renewed, "it is good for an hour");
  provider.endEarly();
  assert.equal(await read(), "failing");
  assert.equal(await read(), "working");
  assert.equal(provider.renewed, renewed + 1);
});

testWithProvider(
  "a sign-in that belongs to another member opens nothing, and no other server gets the token",
  async (world, post) => {
    const { begin } = post;
    const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
    const back = await begin();
    const wrong: [typeof ana, string, unknown][] = [
      [luis, `${place}/finish`, back],
      [apiOf(world, people.luis, 2), `${place}/finish`, back],
      [ana, `${place}/finish`, { ...back, state: "1.x.y" }],
      [ana, `${place}/finish`, { ...back, state: back.state.slice(0, -4) }],
      [ana, `${place}/finish`, { ...back, state: "no state" }],
      [ana, `${place}/finish`, { ...back, state: await late(world) }],
    ];
    for (const [api, path, body] of wrong) {
      const { fields } = await expectFailure(api("POST", path, body), 422, "validation_failed");
      assert.deepEqual(Object.keys(fields), ["state"]);
    }
    await expectFailure(ana("POST", `${place}/finish`, {}), 422, "validation_failed");
    await expectFailure(ana("POST", "/channels/oauth/yahoo/start", {}), 404, "not_found");
    const eva = apiOf(world, people.eva);
    const theirs = await expectData(
      eva("POST", "/channels", { kind: "program", name: "Bot" }),
      201,
    );
    for (const channel_id of [999_999, theirs.id]) {
      const elsewhere = ana("POST", `${place}/start`, { channel_id });
      const { fields } = await expectFailure(elsewhere, 422, "validation_failed");
      assert.deepEqual(Object.keys(fields), ["channel_id"]);
    }
    const missing = ana("POST", "/channels/oauth/microsoft/start", {});
    await expectFailure(missing, 409, "oauth_missing");

    const { id } = await expectData(ana("POST", `${place}/finish`, back));
    const moving = ana("PATCH", `/channels/${id}`, {
      settings: { imap: { host: "127.0.0.2" }, smtp: { user: "x" } },
      secrets: { password: "x" },
    });
    const moved = await expectFailure(moving, 422, "validation_failed");
    assert.deepEqual(Object.keys(moved.fields).sort(), [
      "secrets",
      "settings.imap.host",
      "settings.smtp.user",
    ]);
    const renamed = await expectData(ana("PATCH", `/channels/${id}`, { name: "Otro" }));
    assert.deepEqual([renamed.name, renamed.settings.sign_in], ["Otro", "google"]);
  },
);

testWithProvider(
  "a mailbox moves to its provider's sign-in and back, and goes on where it stood",
  async (world, post) => {
    const { imap, smtp, begin } = post;
    const ana = apiOf(world, people.ana);
    const servers = settingsOf({ imap, smtp }, own.toUpperCase());
    const account = { kind: "email", name: "Taller", address: own, settings: servers };
    const { id } = await expectData(
      ana("POST", "/channels", { ...account, secrets: { password } }),
      201,
    );
    const read = () => world.services.mailboxes.read(1, id);
    const arrives = async (n: number) => {
      await deliver({ imap }, [numbered(n, { body: `Mensaje ${n}` })], "INBOX", own);
      await read();
      await until(async () => {
        const [contact] = await expectData(ana("GET", "/contacts"));
        if (!contact) return false;
        return (await expectData(ana("GET", `/contacts/${contact.id}/messages`))).length === n;
      }, { what: `mail ${n}` });
    };
    const secrets = () =>
      inTenant(
        world,
        (trx) =>
          trx.selectFrom("channel_secrets").select("field").where("account_id", "=", id).execute(),
      );
    await read();
    await arrives(1);

    const moved = await expectData(
      ana("POST", `${place}/finish`, await begin({ channel_id: id })),
    );
    assert.deepEqual([moved.id, moved.settings.sign_in, moved.settings.imap.user], [
      id,
      "google",
      own,
    ]);
    assert.deepEqual(await secrets(), [{ field: "refresh_token" }]);
    await arrives(2);

    const patch = (json: unknown) => ana("PATCH", `/channels/${id}`, json);
    const wrong = async (json: unknown) =>
      Object.keys((await expectFailure(patch(json), 422, "validation_failed")).fields);
    assert.deepEqual(await wrong({ settings: { sign_in: "password" } }), ["secrets.password"]);
    assert.deepEqual(await wrong({ settings: { sign_in: "microsoft" } }), ["settings.sign_in"]);
    assert.deepEqual(await wrong({ settings: { sign_in: "none" } }), ["settings.sign_in"]);
    const back = await expectData(
      patch({ settings: { sign_in: "password", ...servers }, secrets: { password } }),
    );
    assert.equal(back.settings.sign_in, "password");
    assert.deepEqual(await secrets(), [{ field: "password" }]);
    assert.deepEqual(await wrong({ settings: { sign_in: "google" } }), ["settings.sign_in"]);
    await arrives(3);
    const { steps } = await expectData(ana("POST", `/channels/${id}/test`));
    assert.deepEqual(steps.filter(({ ok }: { ok: boolean }) => !ok), []);
    // Nothing was looked at twice, and nothing was left out.
    const events = await inTenant(
      world,
      (trx) => trx.selectFrom("channel_events").select("id").where("account_id", "=", id).execute(),
    );
    assert.equal(events.length, 3);
  },
  ["PLAIN", "XOAUTH2"],
);

/** A state that is over. */
async function late(world: World): Promise<string> {
  const { id: userId } = await inTenant(
    world,
    (trx) =>
      trx.selectFrom("users").select("id").where("email", "=", people.ana)
        .executeTakeFirstOrThrow(),
  );
  return sealState(world.services.secretCipher!, 1, {
    ...{ userId, provider: "google", verifier: "v", expiresAt: Date.now() - 1 },
    ...{ name: null, importSince: null, accountId: null },
  });
}

Deno.test("a registration has an id and a secret", () => {
  const settings = { GOOGLE_OAUTH_CLIENT_ID: "x", MICROSOFT_OAUTH_CLIENT_SECRET: "y" };
  assert.throws(() => readConfig(settings), (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /GOOGLE_OAUTH_CLIENT_SECRET: is missing/);
    assert.match(error.message, /MICROSOFT_OAUTH_CLIENT_ID: is missing/);
    return true;
  });
});
