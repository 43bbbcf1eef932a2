/** A Meta app is set up at Meta, tried, and tells what a token reaches. */
import assert from "node:assert/strict";
import { rotateSecrets } from "@/lib/channels/accounts/secrets.ts";
import { findMetaAccount } from "@/lib/channels/meta/connect/meta_account.ts";
import { lookAt } from "@/lib/channels/meta/connect/steps.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { makeSecretsKey } from "../../../support/channel_account.ts";
import { apiOf, expectData, expectFailure } from "../../../crm/scene.ts";
import { people, testOnEach } from "../../../support/world.ts";
import { giveToken, ids, openScene, scopes } from "./scene.ts";

const options = { hasGraph: true };

interface Step {
  name: string;
  ok: boolean;
  error: string | null;
  advice: string | null;
}

testOnEach("a hook is set at Meta, which proves it", async (world) => {
  const { api, app } = await openScene(world);
  const { state } = world.graph;
  const at = `/meta-apps/${app.id}`;
  const subscribe = async (): Promise<Step[]> =>
    (await expectData(api("POST", `${at}/subscribe`))).steps;
  // Nobody reaches the address from outside.
  state.hookOrigin = "http://127.0.0.1:9";
  const unproved = await subscribe();
  assert.deepEqual(unproved.map(({ ok }) => ok), [false, false, false]);
  assert.match(unproved[0]!.advice!, /by hand|Copy the address/);
  state.hookOrigin = world.url;
  assert.deepEqual((await subscribe()).map(({ ok, error }) => [ok, error]), [
    [true, null],
    [true, null],
    [true, null],
  ]);
  const { subscriptions } = state.apps.get(ids.app)!;
  assert.deepEqual([...subscriptions.keys()].sort(), [
    "instagram",
    "page",
    "whatsapp_business_account",
  ]);
  assert.ok(subscriptions.get("page")!.fields.includes("message_echoes"));
  assert.equal(subscriptions.get("page")!.url, app.hook);
  assert.ok((await expectData(api("GET", at))).objects.page.handshake_at);
  // A wrong secret is told as what it is.
  await expectData(api("PATCH", at, { secrets: { app_secret: "f".repeat(32) } }));
  assert.match((await subscribe())[0]!.error!, /does not take the app's secret/);
}, options);

testOnEach("an app's test tells what is wrong in each step", async (world) => {
  const { api, app } = await openScene(world);
  const at = `/meta-apps/${app.id}`;
  const test = async (): Promise<Step[]> => (await expectData(api("POST", `${at}/test`))).steps;
  const [secret, address, ...objects] = await test();
  assert.deepEqual([secret!.ok, address!.ok, address!.error], [
    true,
    false,
    "must be an https URL",
  ]);
  assert.deepEqual(objects.map(({ ok }) => ok), [true, true, true]);
  assert.match(objects[0]!.advice!, /without a role/);
  await expectData(api("PATCH", at, { secrets: { app_secret: "f".repeat(32) } }));
  const [wrong] = await test();
  assert.match(wrong!.error!, /does not take the app's secret/);
  const refused = await fetch(new URL(new URL(app.hook).pathname, world.url), {
    method: "POST",
    headers: { "X-Hub-Signature-256": `sha256=${"0".repeat(64)}` },
    body: "{}",
  });
  await refused.body?.cancel();
  await world.services.hooks.idle();
  assert.equal((await test())[2]!.error, "Meta has called once and the secret does not fit.");
}, options);

testOnEach("a token tells what it reaches, and what is connected", async (world) => {
  const { api, app, inputs, token } = await openScene(world);
  const at = `/meta-apps/${app.id}/assets`;
  await expectData(api("POST", "/channels", inputs.facebook), 201);
  const ask = (access_token: string) => api("POST", at, { access_token });
  const assets = await expectData(ask(token));
  assert.deepEqual(assets, [
    {
      ...{ kind: "whatsapp", settings: inputs.whatsapp.settings, name: "Taller Vega" },
      ...{ address: "+34911222333", connected: false },
    },
    {
      ...{ kind: "facebook", settings: inputs.facebook.settings, name: "Taller Vega" },
      ...{ address: "m.me/tallervega", connected: true },
    },
    {
      ...{ kind: "instagram", settings: inputs.instagram.settings, name: "@taller.vega" },
      ...{ address: "@taller.vega", connected: false },
    },
  ]);
  for (const { kind, settings } of assets.filter((one: { connected: boolean }) => !one.connected)) {
    const secrets = { access_token: token };
    const { state } = await expectData(api("POST", "/channels", { kind, settings, secrets }), 201);
    assert.equal(state, "working");
  }
  const own = giveToken(world, { text: "IGAA1", kind: "instagram", ownerId: ids.instagram });
  const [direct] = await expectData(ask(own));
  assert.deepEqual([direct.settings.login, direct.settings.ig_id], ["instagram", ids.instagram]);
  const wrong: [string, RegExp][] = [
    ["dead", /does not take the token/],
    [`${ids.app}|x`, /app's own token/],
    [giveToken(world, { text: "ended", endsAt: new Date(0) }), /has ended/],
  ];
  for (const [text, error] of wrong) {
    const { fields } = await expectFailure(ask(text), 422, "validation_failed");
    assert.match(fields.access_token, error);
  }
  world.graph.faults.push({
    ...{ path: "debug_token", times: 1 },
    answer: () => new Response("<html>", { status: 502 }),
  });
  const { fields } = await expectFailure(ask(token), 422, "validation_failed");
  assert.match(fields.access_token, /not of Meta's API/);
  const nothing = giveToken(world, {
    ...{ text: "nothing", reaches: [], scopes: scopes.filter((one) => one.startsWith("pages")) },
  });
  assert.deepEqual(await expectData(ask(nothing)), []);
  const luis = apiOf(world, people.luis, 1);
  const eva = apiOf(world, people.eva);
  await expectFailure(eva("POST", at, { access_token: token }), 404, "not_found");
  await expectData(luis("PATCH", `/meta-apps/${app.id}`, { companies: [2] }));
  assert.equal((await expectData(eva("POST", at, { access_token: token }))).length, 3);
  await expectFailure(eva("POST", `/meta-apps/${app.id}/subscribe`), 404, "not_found");
}, options);

testOnEach("an app's accounts go with it, and their ids are free", async (world) => {
  const { api, app, inputs } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.facebook), 201);
  await expectData(api("DELETE", `/meta-apps/${app.id}`));
  await expectFailure(api("GET", `/channels/${id}`), 404, "not_found");
  const again = await expectFailure(
    api("POST", "/channels", inputs.facebook),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(again.fields), ["settings.meta_app_id"]);
}, options);

const keys = [makeSecretsKey(), makeSecretsKey()] as const;

testOnEach("tokens are sealed anew when keys are rotated", async (world) => {
  const { api, inputs, token } = await openScene(world);
  const { id } = await expectData(api("POST", "/channels", inputs.whatsapp), 201);
  const both = new SecretCipher([keys[1], keys[0]].map((key) => Uint8Array.fromBase64(key)));
  const { db } = world.services.database;
  // The account's token, and its app's secret.
  assert.equal(await rotateSecrets(db, both), 2);
  const place = { companyId: 1, id };
  const account = await findMetaAccount(db, both, place);
  assert.equal(account!.caller!.token, token);
  assert.equal((await lookAt(account!, { network: world.services.graphNetwork })).failure, null);
  // This process has the old key alone.
  const { steps } = await expectData(api("POST", `/channels/${id}/test`));
  assert.match(steps[0].error, /cannot be read/);
  assert.match(steps[0].advice, /SECRETS_KEYS/);
}, { ...options, env: { SECRETS_KEYS: keys[0] } });
