/**
 * Each sample of docs/samples, run against the app: a key sends, a phone answers, and the callback
 * that the app makes of it is checked.
 * A language whose tools are not found is an ignored test, which a run counts as left out;
 * `.ci/run` installs them. Java's are large: without a JDK its sample is no test at all.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { signWebhook } from "@/lib/outbound/signature.ts";
import { readSamples } from "@/lib/http/reference/samples.ts";
import { type Callback, type Driver, isFound, languages, makeDriver, names } from "./driver.ts";
import { blocks, page, section } from "./readme.ts";
import { type Received, startReceiver } from "../support/receiver.ts";
import { patienceMs, until } from "../support/wait.ts";
import { makeWorld, type World } from "../support/world.ts";

const folder = new URL("../../docs/samples/", import.meta.url);
const guide = "docs/api/notifications.md";
const samples = await readSamples();

Deno.test("the guide names every sample, and each has a test", () => {
  const named = [
    ...section("Samples", guide).matchAll(/\[(\w+)\]\(\.\.\/samples\/([\w.]+)\)/g),
  ];
  assert.deepEqual(
    named.map(([, language, file]) => [language, file]),
    samples.map(({ language, file }) => [language, file]),
  );
  assert.deepEqual(samples.map(({ language }) => language), Object.keys(languages));
  assert.match(page(guide), /`RELEVO_URL`/);
});

for (const [name, language] of Object.entries(languages)) {
  const isThere = await isFound(language.tool);
  if (!isThere && language.isOptional) continue;
  Deno.test({
    name: `the sample in ${name} sends, reads and believes Relevo alone`,
    ignore: !isThere,
    async fn() {
      await using world = await makeWorld();
      await using driver = await makeDriver(language, world);
      await using receiver = startReceiver();
      const id = await sendAndRead(driver, world, receiver.url);
      const [callback] = await receiver.received(1, patienceMs);
      assert.equal((callback!.json() as { notificationId: string }).notificationId, id);
      await checkCallbacks(driver, callback!, world.keys.shop);
      await refuse(driver);
    },
  });
}

Deno.test({
  name: "the guide's own program in Python prints the answer",
  ignore: !await isFound("python3"),
  async fn() {
    await using world = await makeWorld();
    const { token: device } = await world.pairPhone("maria");
    const ended = new Deno.Command("python3", {
      args: ["-c", blocks("python", page(guide))[0]!],
      env: {
        RELEVO_URL: world.url,
        RELEVO_KEY: world.keys.shop,
        PYTHONPATH: fileURLToPath(folder),
        PYTHONDONTWRITEBYTECODE: "1",
      },
    }).output().then(({ stdout, stderr }) =>
      [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes))
    );
    const arrived = until(async () => {
      const inbox = await world.call("GET", "/api/phone/notifications", { device });
      return inbox.body.data[0];
    }, { what: "the notification" });
    const sent = await Promise.race([
      arrived,
      ended.then(([, complaints]) => assert.fail(`It ended before the answer: ${complaints}`)),
    ]);
    const answered = await world.call("POST", `/api/phone/notifications/${sent.id}/response`, {
      device,
      json: { reply: "Until two" },
    });
    assert.equal(answered.status, 201);
    const [printed, complaints] = await ended;
    assert.equal(printed, "Until two\n", complaints);
  },
});

Deno.test({
  name: "a sample that hears 429 waits as long as Retry-After says",
  ignore: !await isFound("python3"),
  async fn() {
    const times: number[] = [];
    await using server = Deno.serve({ port: 0, onListen: () => {} }, () => {
      times.push(performance.now());
      return times.length === 1
        ? Response.json({}, { status: 429, headers: { "Retry-After": "2" } })
        : Response.json({ success: true, data: { notificationId: "n" } });
    });
    const { success, stderr } = await new Deno.Command("python3", {
      args: ["-c", "import relevo; relevo.send({})"],
      env: {
        RELEVO_URL: `http://localhost:${server.addr.port}`,
        RELEVO_KEY: "k",
        PYTHONPATH: fileURLToPath(folder),
        PYTHONDONTWRITEBYTECODE: "1",
      },
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    assert.equal(times.length, 2);
    const waitMs = times[1]! - times[0]!;
    assert.ok(waitMs >= 1_990 && waitMs < patienceMs, String(waitMs));
  },
});

Deno.test("the check needs no key where its SHA-256 is kept", async () => {
  const { isGenuine } = await import("../../docs/samples/relevo.mjs");
  const digest = createHash("sha256").update("k".repeat(86)).digest();
  const body = new TextEncoder().encode('{"reply":"sí"}');
  const headers = signed(digest, body, nowS());
  assert.equal(isGenuine(body, headers, "k".repeat(86)), true);
  assert.equal(isGenuine(body, headers, digest), true);
  assert.equal(isGenuine(body, headers, digest.toString("hex")), false);
});

async function sendAndRead(driver: Driver, world: World, callbackUrl: string): Promise<string> {
  const phone = await world.pairPhone("maria");
  const id = await driver.send({
    userId: "maria",
    title: "¿Abrimos mañana?",
    body: "Es fiesta en Madrid: 14 °C",
    actions: [{ id: "yes", label: "Sí" }],
    allowReply: true,
    callbackUrl,
  });
  // Whichever comes first, it waits for the answer or finds it.
  const [answers] = await Promise.all([
    driver.answersTo(id),
    world.call("POST", `/api/phone/notifications/${id}/response`, {
      device: phone.token,
      json: { actionId: "yes", reply: "Sí, hasta las dos" },
    }),
  ]);
  assert.deepEqual(
    answers.map(({ notificationId, action, reply }) => ({ notificationId, action, reply })),
    [{ notificationId: id, action: { id: "yes", label: "Sí" }, reply: "Sí, hasta las dos" }],
  );
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  assert.deepEqual(
    inbox.body.data.map(({ title, body }: Record<string, string>) => [title, body]),
    [["¿Abrimos mañana?", "Es fiesta en Madrid: 14 °C"]],
  );
  return id;
}

async function checkCallbacks(driver: Driver, { body, headers }: Received, key: string) {
  const sample = Object.fromEntries(names.map((name) => [name, headers.get(name)!]));
  const digest = createHash("sha256").update(key).digest();
  const { "webhook-signature": signature, ...unsigned } = sample;
  const { "webhook-timestamp": _, ...untimed } = sample;
  const text = new TextDecoder().decode(body);
  const old = signed(digest, body, nowS() - 400);
  const cases: Record<string, Callback> = {
    "the app's own": { key, text, headers: sample },
    "minutes under way": { key, text, headers: signed(digest, body, nowS() - 200) },
    "another key": { key: `${key}x`, text, headers: sample },
    "a changed body": { key, text: `${text} `, headers: sample },
    "another id": { key, text, headers: { ...sample, "webhook-id": "other" } },
    "an old one": { key, text, headers: old },
    "an old one with a new time": {
      key,
      text,
      headers: { ...old, "webhook-timestamp": String(nowS()) },
    },
    "one of the future": { key, text, headers: signed(digest, body, nowS() + 400) },
    "no headers": { key, text, headers: {} },
    "no signature": { key, text, headers: unsigned },
    "no time": { key, text, headers: untimed },
    "a time that is none": { key, text, headers: { ...sample, "webhook-timestamp": "²" } },
    "a time without end": {
      key,
      text,
      headers: { ...sample, "webhook-timestamp": "9".repeat(5_000) },
    },
    "a part of the signature": {
      key,
      text,
      headers: { ...sample, "webhook-signature": signature!.slice(0, 9) },
    },
    "letters of elsewhere": { key, text, headers: { ...sample, "webhook-signature": "v1,é" } },
  };
  const verdicts = await driver.check(Object.values(cases));
  const believed = Object.keys(cases).filter((_, at) => verdicts[at]);
  assert.equal(verdicts.length, Object.keys(cases).length);
  assert.deepEqual(believed, ["the app's own", "minutes under way"]);
}

/** What the API refuses is an error that says why. */
async function refuse(driver: Driver): Promise<void> {
  const notification = { userId: "maria", title: "¿Abrimos?", body: "Sí", colour: "red" };
  await assert.rejects(driver.send(notification), /validation_failed/);
  await assert.rejects(driver.answersTo("none"), /validation_failed/);
}

/** The headers of a callback that was made at this time, in seconds since 1970. */
function signed(digest: Uint8Array, body: Uint8Array, timestamp: number): Record<string, string> {
  const id = "01940000-0000-7000-8000-000000000000";
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook(digest, { id, timestamp, body }),
  };
}

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
