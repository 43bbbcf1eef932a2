/** Files of messages and notes. */
import assert from "node:assert/strict";
import { cleanName, isInline } from "@/lib/files/file.ts";
import { removeLooseFiles } from "@/lib/files/files.ts";
import { readRange } from "@/lib/files/ranges.ts";
import { typeOf } from "@/lib/files/sniff.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { connect, converse, goNow, marta } from "./scene.ts";

const png = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  ),
  (letter) => letter.charCodeAt(0),
);

function bringAs(world: World, member: string, name: string, body: BodyInit) {
  const path = `/api/admin/files?name=${encodeURIComponent(name)}`;
  return world.call("POST", path, { member, body });
}

async function readAs(world: World, member: string, id: string, headers: HeadersInit = {}) {
  return await fetch(`${world.url}/api/admin/files/${id}`, {
    headers: { "Cf-Access-Jwt-Assertion": await world.tokenFor(member), ...headers },
  });
}

testOnEach(
  "a file comes in parts, is read whole or in ranges, and says what it is",
  async (world) => {
    const bytes = new Uint8Array(1_500_001).map((_, at) => at % 251);
    const large = await expectData(bringAs(world, people.ana, "../a/b/datos.png", bytes), 201);
    assert.deepEqual(
      [large.name, large.type, large.size, large.inline],
      ["datos.png", "application/octet-stream", 1_500_001, false],
    );
    const whole = await readAs(world, people.ana, large.id);
    assert.deepEqual(new Uint8Array(await whole.arrayBuffer()), bytes);
    assert.match(whole.headers.get("content-disposition")!, /^attachment/);
    assert.equal(whole.headers.get("x-content-type-options"), "nosniff");
    const part = await readAs(world, people.ana, large.id, { Range: "bytes=262140-262200" });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get("content-range"), "bytes 262140-262200/1500001");
    assert.deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.slice(262140, 262201));
    const end = await readAs(world, people.ana, large.id, { Range: "bytes=-1" });
    assert.deepEqual(new Uint8Array(await end.arrayBuffer()), bytes.slice(-1));
    const past = await readAs(world, people.ana, large.id, { Range: "bytes=1500001-" });
    assert.equal(past.status, 416);
    await past.body?.cancel();
    const picture = await expectData(bringAs(world, people.ana, "foto", png), 201);
    assert.deepEqual([picture.type, picture.inline], ["image/png", true]);
    const download = await readAs(world, people.ana, picture.id);
    assert.match(download.headers.get("content-disposition")!, /^inline/);
    assert.match(download.headers.get("content-security-policy")!, /sandbox/);
    await download.body?.cancel();
    await expectFailure(bringAs(world, people.ana, "x", ""), 422, "validation_failed");
    await expectFailure(
      bringAs(world, people.ana, "x", new Uint8Array(26_214_401)),
      413,
      "too_large",
    );
    assert.equal((await readAs(world, people.eva, picture.id)).status, 404);
  },
  { both: true },
);

testOnEach("what can hold a script is a download, whatever it is called", async (world) => {
  const hostile = {
    "a.png": "<html><script>alert(1)</script></html>",
    "b.svg": '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "c.svg": '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "d.html": "<!doctype html><p>hola",
  };
  for (const [name, text] of Object.entries(hostile)) {
    const { id, inline } = await expectData(bringAs(world, people.ana, name, text), 201);
    const answer = await readAs(world, people.ana, id);
    assert.equal(inline, false, name);
    assert.match(answer.headers.get("content-disposition")!, /^attachment/, name);
    assert.match(answer.headers.get("content-security-policy")!, /sandbox/, name);
    assert.doesNotMatch(answer.headers.get("content-type")!, /html|svg/, name);
    await answer.body?.cancel();
  }
});

testOnEach("a file that is two things is what its first bytes say, and no more", async (world) => {
  const script = "<script>alert(1)</script>";
  const polyglots: [name: string, bytes: BodyInit, type: string][] = [
    ["a.html", `GIF89a/*${script}*/=1;`, "image/gif"],
    ["b.html", new Blob([png, script]), "image/png"],
    ["c.html", `%PDF-1.7\n${script}`, "application/pdf"],
    ["d.pdf", `${script}\n%PDF-1.7`, "text/plain"],
    ["e.png", new Blob([`PK\x03\x04${script}`, png]), "application/zip"],
  ];
  for (const [name, bytes, type] of polyglots) {
    const file = await expectData(bringAs(world, people.ana, name, bytes), 201);
    const answer = await readAs(world, people.ana, file.id);
    const { headers } = answer;
    await answer.body?.cancel();
    assert.equal(headers.get("content-type")!.split(";")[0], type, name);
    assert.equal(headers.get("x-content-type-options"), "nosniff", name);
    const policy = headers.get("content-security-policy")!;
    assert.match(policy, /default-src 'none'/, name);
    assert.ok(type === "application/pdf" || /sandbox/.test(policy), name);
    assert.equal(headers.get("content-disposition")!.startsWith("inline"), file.inline, name);
  }
});

testOnEach("files go with messages and notes, once, of their own company", async (world) => {
  const { receiver, program, write } = await converse(world);
  await using _ = receiver;
  const { api, key } = program;
  const [one, two] = [
    await expectData(bringAs(world, people.ana, "uno.png", png), 201),
    await expectData(bringAs(world, people.ana, "dos.txt", "hola"), 201),
  ];
  const message = await write({ body: "", files: [two.id, one.id] });
  assert.deepEqual(message.files.map(({ name }: { name: string }) => name).sort(), [
    "dos.txt",
    "uno.png",
  ]);
  await goNow(world);
  const [request] = await receiver.received(1);
  const sent = (request!.json() as { files: { name: string; url: string }[] }).files;
  assert.deepEqual(sent.map(({ name }) => name), ["dos.txt", "uno.png"]);
  const { pathname } = new URL(sent[1]!.url);
  const linked = await fetch(world.url + pathname);
  assert.deepEqual(new Uint8Array(await linked.arrayBuffer()), png);
  const forged = pathname.replace(/.$/, (end) => end === "A" ? "B" : "A");
  const wrong = await fetch(world.url + forged);
  assert.equal(wrong.status, 404);
  await wrong.body?.cancel();
  const { data: theirs } = (await world.call("POST", "/api/files?name=voz.txt", {
    key,
    body: "hola",
  })).body;
  const refuse = async (files: string[]) =>
    await expectFailure(
      api("POST", "/notes", { contact_id: message.contact_id ?? 1, body: "x", files }),
      422,
      "validation_failed",
    );
  await refuse([one.id]);
  await refuse([theirs.id]);
  const foreign = await expectData(bringAs(world, people.eva, "x.txt", "x"), 201);
  await refuse([foreign.id]);
  const inbound = { externalId: "f", from: marta, files: [theirs.id] };
  const filed = await program.file(inbound);
  const [came] = await expectData(api("GET", `/contacts/${filed.contactId}/messages`));
  assert.deepEqual([came.body, came.files[0].name, came.files[0].type], [
    "",
    "voz.txt",
    "text/plain",
  ]);
  const free = await expectData(bringAs(world, people.ana, "acta.txt", "x"), 201);
  const note = await expectData(
    api("POST", "/notes", { contact_id: filed.contactId, body: "Acta", files: [free.id] }),
    201,
  );
  assert.deepEqual(note.files.map(({ id }: { id: string }) => id), [free.id]);
  // An erasure takes them along.
  await expectData(api("POST", `/contacts/${filed.contactId}/erase`, { confirm: "Marta Gil" }));
  for (const id of [one.id, two.id, free.id, theirs.id]) {
    const gone = await readAs(world, people.ana, id);
    assert.equal(gone.status, 404);
    await gone.body?.cancel();
  }
  const { rows } = await inCompany(world.services.database.db, 1, async (trx) => ({
    rows: await Promise.all(
      (["channel_events", "outbox", "outbox_attempts"] as const).map((table) =>
        trx.selectFrom(table).select("company_id").where("company_id", "=", 1).execute()
      ),
    ),
  }));
  assert.deepEqual(rows, [[], [], []]);
});

testOnEach("past the company's room a program's file is named as left out", async (world) => {
  const program = await connect(world);
  await expectData(bringAs(world, people.ana, "a.txt", "x".repeat(900)), 201);
  await expectFailure(bringAs(world, people.ana, "b.txt", "x".repeat(200)), 409, "limit_reached");
  const { body } = await world.call("POST", "/api/files?name=c.txt", {
    key: program.key,
    body: "x".repeat(200),
  });
  assert.deepEqual([body.data.leftOut, body.data.name], [true, "c.txt"]);
  const { contactId } = await program.file({
    externalId: "1",
    from: marta,
    text: "Va adjunto",
    files: [body.data.id],
  });
  const [message] = await expectData(program.api("GET", `/contacts/${contactId}/messages`));
  assert.deepEqual([message.files[0].name, message.files[0].left_out], ["c.txt", true]);
}, { env: { MAX_FILES_BYTES_PER_COMPANY: "1000" } });

testOnEach("what nobody attached for a day is removed", async (world) => {
  const ana = apiOf(world, people.ana);
  const [old, young, attached] = await Promise.all(
    ["a", "b", "c"].map((name) => expectData(bringAs(world, people.ana, name, "x"), 201)),
  );
  const contact = await expectData(ana("POST", "/contacts", { name: "Uno" }), 201);
  await expectData(
    ana("POST", "/notes", { contact_id: contact.id, body: "x", files: [attached.id] }),
    201,
  );
  const { db } = world.services.database;
  await inCompany(
    db,
    1,
    (trx) =>
      trx.updateTable("files").set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
        .where("company_id", "=", 1).where("id", "in", [old.id, attached.id]).execute(),
  );
  await removeLooseFiles(db);
  const statuses = await Promise.all([old, young, attached].map(async ({ id }) => {
    const answer = await readAs(world, people.ana, id);
    await answer.body?.cancel();
    return answer.status;
  }));
  assert.deepEqual(statuses, [404, 200, 200]);
});

Deno.test("names lose their folders and what turns them around", () => {
  assert.equal(cleanName("C:\\fotos\\a.png"), "a.png");
  assert.equal(cleanName("../../etc/passwd"), "passwd");
  assert.equal(cleanName("fac\u202Egnp.exe\0"), "facgnp.exe");
  assert.equal(cleanName(".."), "file");
  assert.equal([...cleanName(`${"ñ".repeat(400)}.pdf`)].length, 255);
  assert.match(cleanName(`${"ñ".repeat(400)}.pdf`), /\.pdf$/);
});

Deno.test("the type is what the bytes say, and only what holds no script is shown", async () => {
  assert.equal(await typeOf(png), "image/png");
  assert.equal(await typeOf(new TextEncoder().encode("%PDF-1.7\n")), "application/pdf");
  assert.equal(await typeOf(new TextEncoder().encode("hola ñ")), "text/plain");
  assert.equal(await typeOf(new Uint8Array([0, 1, 2, 3])), "application/octet-stream");
  for (const type of ["text/html", "image/svg+xml", "application/xml", "text/plain"]) {
    assert.equal(isInline(type), false);
  }
  for (const type of ["image/jpeg", "audio/ogg", "video/mp4", "application/pdf"]) {
    assert.equal(isInline(type), true);
  }
});

Deno.test("a file is served by ranges as RFC 9110 has them", () => {
  assert.deepEqual(readRange("bytes=0-0", 10), { from: 0, end: 1 });
  assert.deepEqual(readRange("bytes=5-", 10), { from: 5, end: 10 });
  assert.deepEqual(readRange("bytes=-3", 10), { from: 7, end: 10 });
  assert.deepEqual(readRange("bytes=2-99", 10), { from: 2, end: 10 });
  assert.equal(readRange("bytes=10-", 10), "unsatisfiable");
  assert.equal(readRange("bytes=-0", 10), "unsatisfiable");
  for (const header of [null, "", "bytes=5-2", "bytes=0-1,3-4", "items=0-1", "bytes=-"]) {
    assert.equal(readRange(header, 10), undefined);
  }
});
