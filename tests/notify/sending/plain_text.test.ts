/** The shortest send: a text to a user. */
import assert from "node:assert/strict";
import { testOnEach, type World } from "../../support/world.ts";
import { assertFailure, readBack } from "../scene.ts";

function post(world: World, path: string, body: BodyInit, type = "text/plain") {
  const headers = { "Content-Type": type };
  return world.call("POST", `/api/notify/${path}`, { key: world.keys.shop, body, headers });
}

const long = "a".repeat(130);

const texts: [query: string, text: string, title: string, body: string][] = [
  ["", "La puerta está abierta", "La puerta está abierta", "La puerta está abierta"],
  ["", "Puerta\r\n\r\nEstá abierta.\nCiérrala.\n", "Puerta", "Está abierta.\nCiérrala."],
  ["", "\n\n  Puerta  \nabierta", "Puerta", "abierta"],
  ["", `${long}\nmás`, "a".repeat(120), `${long}\nmás`],
  ["", "😀".repeat(121), "😀".repeat(120), "😀".repeat(121)],
  ["title=Aviso", "Una\nDos", "Aviso", "Una\nDos"],
];

testOnEach("title and body come of the text's lines", async (world) => {
  for (const [query, text, title, body] of texts) {
    const sent = await post(world, `maria?${query}`, text);
    assert.equal(sent.status, 202, JSON.stringify(sent.body));
    const read = await readBack(world, sent.body.data.notificationId);
    assert.deepEqual([read.title, read.body, read.userId], [title, body, "maria"]);
  }
  const path = "ana%40taller.example?type=error&priority=high&tag=puerta&ttl=60";
  const { body: { data } } = await post(world, path, "Arde", "text/plain; charset=utf-8");
  const read = await readBack(world, data.notificationId);
  assert.deepEqual([read.userId, read.type, read.priority, read.tag, read.ttl], [
    ...["ana@taller.example", "error", "high", "puerta", 60],
  ]);
});

const wrong: [path: string, body: BodyInit, fields: string[]][] = [
  ["maria?sender=yo", "hola", ["sender"]],
  ["maria?title=&ttl=5&type=bad", "hola", ["title", "ttl", "type"]],
  ["maria", " \n ", ["body"]],
  ["maria", "x".repeat(2001), ["body"]],
  [encodeURIComponent("x".repeat(201)), "hola", ["userId"]],
];

testOnEach("what is wrong is named, and nothing is sent", async (world) => {
  for (const [path, body, fields] of wrong) {
    const failure = assertFailure(await post(world, path, body), 422, "validation_failed");
    assert.deepEqual(Object.keys(failure.fields).sort(), fields);
  }
  assertFailure(
    await post(world, "maria", "{}", "application/json"),
    415,
    "unsupported_media_type",
  );
  assertFailure(await post(world, "maria", new Uint8Array([0xff])), 400, "bad_request");
  assertFailure(await post(world, "maria", "x".repeat(70_000)), 413, "too_large");
  const { body } = await world.call("GET", "/api/notifications", { key: world.keys.shop });
  assert.deepEqual(body.data, []);
});
