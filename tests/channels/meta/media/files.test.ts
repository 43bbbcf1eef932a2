/** Files of messages by Meta, which are fetched after their message. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { apiOf, expectFailure } from "../../../crm/scene.ts";
import { addMedia, openAddressOf } from "../../../support/graph/media.ts";
import { misbehaviour, startRawReceiver } from "../../../support/raw_receiver.ts";
import { until } from "../../../support/wait.ts";
import { people, testOnEach, type World } from "../../../support/world.ts";
import {
  addComing,
  type Connected,
  connectMeta,
  fileMessage,
  fileOf,
  png,
  retryNow,
  tenant,
} from "./scene.ts";

const large = new Uint8Array(2_300_001).map((_, at) => at % 251);

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}

function fetchOf(world: World, { companyId }: Connected, fileId: string) {
  return tenant(
    world,
    companyId,
    (trx) =>
      trx.selectFrom("file_fetches").selectAll().where("company_id", "=", companyId)
        .where("file_id", "=", fileId).executeTakeFirst(),
  );
}

function chunksOf(world: World, { companyId }: Connected, fileId: string) {
  return tenant(
    world,
    companyId,
    (trx) =>
      trx.selectFrom("file_chunks").select("number").where("company_id", "=", companyId)
        .where("file_id", "=", fileId).execute(),
  );
}

/** Until the attempt is over, whatever came of it. */
async function afterAttempts(world: World, account: Connected, id: string, attempts: number) {
  return await until(async () => {
    const fetch = await fetchOf(world, account, id);
    return fetch?.attempts === attempts && fetch.lease === null && fetch;
  });
}

testOnEach(
  "a file of WhatsApp is asked for by its id, and is what its bytes are",
  async (world) => {
    const account = await connectMeta(world, "whatsapp");
    const message = await fileMessage(world, account);
    const picture = addMedia(world.graph, { bytes: png, type: "image/jpeg" });
    const rest = addMedia(world.graph, { bytes: large, type: "application/pdf" });
    const [id, other] = await Promise.all([
      addComing(world, account, { ...message, mediaId: picture.id, sha256: hashOf(png) }),
      addComing(world, account, { ...message, mediaId: rest.id, sha256: hashOf(large) }),
    ]);
    const file = await fileOf(account, message, id);
    assert.deepEqual(
      [file.type, file.size, file.left_out, file.left_out_reason, file.inline],
      ["image/png", png.length, false, null, true],
    );
    const whole = await fileOf(account, message, other);
    assert.deepEqual([whole.type, whole.size], ["application/octet-stream", large.length]);
    const headers = { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.ana) };
    const bytes = await fetch(`${world.url}/api/admin/files/${other}`, { headers });
    assert.deepEqual(new Uint8Array(await bytes.arrayBuffer()), large);
    assert.equal(await fetchOf(world, account, id), undefined);
    assert.equal(world.logged.join().includes(account.token.text), false);
  },
  { hasGraph: true, both: true },
);

testOnEach("a page's file is fetched by its address, without a token", async (world) => {
  const account = await connectMeta(world, "facebook");
  const message = await fileMessage(world, account);
  const media = addMedia(world.graph, { bytes: png, type: "image/png" });
  const id = await addComing(world, account, {
    ...message,
    url: openAddressOf(world.graph, media),
  });
  assert.equal((await fileOf(account, message, id)).left_out, false);
  const nowhere = await addComing(world, account, message);
  const elsewhere = await addComing(world, account, { ...message, url: "https://evil.example/a" });
  const inside = await addComing(world, account, { ...message, url: "http://localhost/a" });
  for (const one of [nowhere, elsewhere, inside]) {
    assert.equal((await fileOf(account, message, one)).left_out_reason, "unreachable");
  }
}, { hasGraph: true });

testOnEach(
  "what fails is tried again by the schedule, then given up, then retried",
  async (world) => {
    const account = await connectMeta(world, "instagram");
    const message = await fileMessage(world, account);
    const media = addMedia(world.graph, { bytes: png, type: "image/png" });
    world.graph.faults.push({
      path: "cdn/",
      times: 7,
      answer: () => new Response("gone", { status: 404 }),
    });
    const id = await addComing(world, account, {
      ...message,
      url: openAddressOf(world.graph, media),
    });
    for (let attempts = 1; attempts < 7; attempts++) {
      const fetch = await afterAttempts(world, account, id, attempts);
      const waitMs = fetch.due_at!.getTime() - Date.now();
      const planned = [5, 30, 120, 600, 3_600, 14_400][attempts - 1]! * 1_000;
      assert.ok(waitMs <= planned && waitMs > planned - 5_000, `${attempts}: ${waitMs}`);
      await retryNow(world, account);
    }
    const file = await fileOf(account, message, id);
    assert.deepEqual([file.left_out, file.left_out_reason], [true, "unreachable"]);
    const path = `/contacts/${message.contactId}/messages/${message.messageId}/files/${id}/retry`;
    const stranger = apiOf(world, people.eva);
    await expectFailure(stranger("POST", path), 404, "not_found");
    const again = await account.api("POST", path);
    assert.equal(again.body.data.files[0].coming, true);
    assert.equal((await fileOf(account, message, id)).size, png.length);
    await expectFailure(account.api("POST", path), 409, "invalid_transition");
    const other = path.replace(id, "01890000-0000-7000-8000-000000000000");
    await expectFailure(account.api("POST", other), 404, "not_found");
  },
  { hasGraph: true },
);

testOnEach("a hash that differs, a dead token and an odd answer are tried again", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const message = await fileMessage(world, account);
  const lie = addMedia(world.graph, { bytes: large, type: "image/png" });
  const { id: mediaId } = addMedia(world.graph, { bytes: large, type: "image/png" });
  const liar = await addComing(world, account, {
    ...{ ...message, mediaId: lie.id, sha256: hashOf(png) },
  });
  await afterAttempts(world, account, liar, 1);
  assert.equal((await fileOf(account, message, liar, () => true)).coming, true);
  account.token.isRevoked = true;
  const id = await addComing(world, account, { ...message, mediaId });
  await afterAttempts(world, account, id, 1);
  account.token.isRevoked = false;
  world.graph.faults.push({ path: mediaId, times: 1, answer: () => new Response("<html>") });
  await retryNow(world, account);
  await afterAttempts(world, account, id, 2);
  await retryNow(world, account);
  assert.equal((await fileOf(account, message, id)).size, large.length);
}, { hasGraph: true });

testOnEach("what is too large, empty or beyond the company's room is left out", async (world) => {
  const account = await connectMeta(world, "facebook");
  const message = await fileMessage(world, account);
  const { graph } = world;
  await using endless = startRawReceiver(misbehaviour.endlessBody());
  await using teller = startRawReceiver(
    misbehaviour.says("HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\nx"),
  );
  const empty = addMedia(graph, { bytes: new Uint8Array(), type: "image/png" });
  const second = addMedia(graph, { bytes: large, type: "image/png" });
  const urls = {
    too_large: teller.url,
    empty: openAddressOf(graph, empty),
    no_room: openAddressOf(graph, second),
  };
  for (const [reason, url] of Object.entries(urls)) {
    const id = await addComing(world, account, { ...message, url });
    assert.equal((await fileOf(account, message, id)).left_out_reason, reason);
    assert.deepEqual(await chunksOf(world, account, id), []);
  }
  const id = await addComing(world, account, { ...message, url: endless.url });
  assert.equal((await fileOf(account, message, id)).left_out_reason, "no_room");
  assert.ok(endless.written < 60_000_000);
}, { hasGraph: true, env: { MAX_FILES_BYTES_PER_COMPANY: "2000000" } });

testOnEach("what a killed process left is begun anew when its lease ends", async (world) => {
  const account = await connectMeta(world, "facebook");
  const message = await fileMessage(world, account);
  const media = addMedia(world.graph, { bytes: png, type: "image/png" });
  const url = openAddressOf(world.graph, media);
  const id = await addComing(world, account, { ...message, url, isLeased: true });
  await tenant(world, 1, (trx) => {
    const part = { company_id: 1, file_id: id, number: 0, bytes: large.slice(0, 1_000) };
    return trx.insertInto("file_chunks").values(part).execute();
  });
  const other = await addComing(world, account, { ...message, url });
  await fileOf(account, message, other);
  assert.equal((await fileOf(account, message, id, () => true)).coming, true);
  await tenant(
    world,
    1,
    (trx) => sql`update file_fetches set leased_until = now() where company_id = 1`.execute(trx),
  );
  await world.services.fileFetches.sweep();
  assert.equal((await fileOf(account, message, id)).size, png.length);
  assert.equal((await chunksOf(world, account, id)).length, 1);
}, { hasGraph: true });

testOnEach("a process that ends gives back what it fetches", async (world) => {
  const account = await connectMeta(world, "facebook");
  const message = await fileMessage(world, account);
  await using stuck = startRawReceiver(misbehaviour.neverAnswers);
  const id = await addComing(world, account, { ...message, url: stuck.url });
  await stuck.connected(1);
  await world.services.fileFetches.stop();
  const fetch = await fetchOf(world, account, id);
  assert.deepEqual([fetch!.attempts, fetch!.lease], [0, null]);
}, { hasGraph: true });

testOnEach("a file that is erased while it comes leaves nothing", async (world) => {
  const account = await connectMeta(world, "facebook");
  const message = await fileMessage(world, account);
  const answer = Promise.withResolvers<void>();
  const media = addMedia(world.graph, { bytes: large, type: "image/png" });
  const slow = async () => {
    await answer.promise;
    return new Response(media.bytes);
  };
  world.graph.faults.push({ path: "cdn/", times: 1, answer: slow });
  const url = openAddressOf(world.graph, media);
  const id = await addComing(world, account, { ...message, url });
  await until(() => world.graph.calls.includes(`GET /cdn/${media.id}`));
  await tenant(
    world,
    1,
    (trx) => trx.deleteFrom("files").where("company_id", "=", 1).where("id", "=", id).execute(),
  );
  answer.resolve();
  const next = await addComing(world, account, { ...message, url });
  await fileOf(account, message, next);
  assert.deepEqual(await chunksOf(world, account, id), []);
}, { hasGraph: true });

testOnEach("a story is shown for a day, and then only its place", async (world) => {
  const account = await connectMeta(world, "instagram");
  const message = await fileMessage(world, account);
  const media = addMedia(world.graph, { bytes: png, type: "image/png" });
  const url = openAddressOf(world.graph, media);
  const id = await addComing(world, account, { ...message, url, isStory: true });
  assert.equal((await fileOf(account, message, id)).left_out, false);
  const fetch = await fetchOf(world, account, id);
  const hours = (fetch!.forget_at!.getTime() - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24, String(hours));
  await world.services.fileFetches.sweep();
  assert.equal((await fileOf(account, message, id)).left_out, false);
  await tenant(
    world,
    1,
    (trx) => sql`update file_fetches set forget_at = now() where company_id = 1`.execute(trx),
  );
  await world.services.fileFetches.sweep();
  const over = await fileOf(account, message, id);
  assert.deepEqual([over.left_out, over.left_out_reason], [true, "expired"]);
  assert.deepEqual(await chunksOf(world, account, id), []);
  const path = `/contacts/${message.contactId}/messages/${message.messageId}/files/${id}/retry`;
  await expectFailure(account.api("POST", path), 409, "invalid_transition");
}, { hasGraph: true });

testOnEach(
  "an account whose files hang delays no other, and its company no other",
  async (world) => {
    await using stuck = startRawReceiver(misbehaviour.neverAnswers);
    const [slow, quick] = [
      await connectMeta(world, "facebook"),
      await connectMeta(world, "instagram"),
    ];
    const message = await fileMessage(world, slow);
    for (let n = 0; n < 6; n++) await addComing(world, slow, { ...message, url: stuck.url });
    await stuck.connected(2);
    const media = addMedia(world.graph, { bytes: png, type: "image/png" });
    const url = openAddressOf(world.graph, media);
    const own = await fileMessage(world, quick);
    const id = await addComing(world, quick, { ...own, url });
    assert.equal((await fileOf(quick, own, id)).size, png.length);
    const other = await connectMeta(world, "facebook", { companyId: 2, member: people.eva });
    const theirs = await fileMessage(world, other);
    const file = await addComing(world, other, { ...theirs, url });
    assert.equal((await fileOf(other, theirs, file)).size, png.length);
    assert.equal(stuck.connections, 2);
  },
  { hasGraph: true },
);

testOnEach("a recording in a video's container is sound", async (world) => {
  const account = await connectMeta(world, "instagram");
  const message = await fileMessage(world, account);
  const head = "\0\0\0\x18ftypisom\0\0\0\0isommp42" + "\0".repeat(100);
  const bytes = Uint8Array.from(head, (letter) => letter.charCodeAt(0));
  const media = addMedia(world.graph, { bytes, type: "video/mp4" });
  const url = openAddressOf(world.graph, media);
  const id = await addComing(world, account, { ...message, url, kind: "audio" });
  assert.equal((await fileOf(account, message, id)).type, "audio/mp4");
}, { hasGraph: true });
