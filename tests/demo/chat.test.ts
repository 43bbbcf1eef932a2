/** The page of the demo on which one plays a customer. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type ChatAccount, keepChats } from "@/demo/chat/accounts.ts";
import { Chat } from "@/demo/chat/chat.ts";
import { delivered, goNow } from "../channels/scene.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { done, formOf, openFront, ownPage } from "./scene.ts";

/** The demo's gateway before a world, with a chat of each company. */
async function openChats(world: World) {
  const folder = await Deno.makeTempDir({ prefix: "relevo-chats-" });
  const chats: Chat[] = [];
  const front = await openFront({ appUrl: world.url, chats });
  const keep = (options: { loopbackUrl?: string; file?: string } = {}) =>
    keepChats(world.services.database.db, {
      file: join(folder, "chats.json"),
      cipher: world.services.secretCipher!,
      publicUrl: "http://demo.localhost",
      loopbackUrl: front.url,
      ...options,
    });
  const accounts = await keep();
  chats.push(...accounts.map((account) => new Chat(account, world.url)));
  return {
    account: accounts[0]!,
    accounts,
    chats,
    keep,
    folder,
    ask: (path: string, init: RequestInit = {}) =>
      fetch(`${front.origin}/.gateway/chat/${path}`, {
        redirect: "manual",
        ...init,
        headers: { ...ownPage(front.origin), ...init.headers },
      }),
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

testOnEach("a customer of the chat writes and reads the answer", async (world) => {
  await using scene = await openChats(world);
  const { account, ask } = scene;
  const ana = apiOf(world, people.ana);
  assert.match(await (await ask("1")).text(), /Here you are a customer/);
  const { steps } = await expectData(ana("POST", `/channels/${account.channelId}/test`));
  assert.ok(steps.every(({ ok }: { ok: boolean }) => ok), JSON.stringify(steps));

  const photo = new File(["two doors"], "doors.txt");
  const form = formOf({ name: "Elena <b>", text: "Two doors & a table", file: photo });
  const sent = await done(ask("1", { method: "POST", body: form }));
  assert.deepEqual([sent.status, sent.headers.get("location")], [
    303,
    "/.gateway/chat/1?as=Elena%20%3Cb%3E",
  ]);
  const [contact] = await expectData(ana("GET", "/contacts?q=Elena"));
  assert.deepEqual([contact.name, contact.channel, contact.status], ["Elena <b>", "web", "new"]);
  const [message] = await expectData(ana("GET", `/contacts/${contact.id}/messages`));
  assert.deepEqual([message.body, message.files[0].name], ["Two doors & a table", "doors.txt"]);

  const as = "as=Elena%20%3Cb%3E";
  const events = await ask(`1/events?${as}`);
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "data: new\n\n");
  const reply = await expectData(
    ana("POST", `/contacts/${contact.id}/messages`, {
      direction: "out",
      via: account.channelId,
      body: "<i>On</i> Tuesday",
    }),
    201,
  );
  await goNow(world);
  assert.equal((await reader.read()).value, "data: new\n\n");
  await reader.cancel();
  await delivered({ api: ana }, contact.id, reply.id, "sent");
  const lines = await (await ask(`1/lines?${as}`)).text();
  assert.match(lines, /Ana Ruiz ·.*\n<p>&lt;i&gt;On&lt;\/i&gt; Tuesday<\/p>/);
  assert.match(
    lines,
    /class="ours".*Elena &lt;b&gt;.*\n<p>Two doors &amp; a table<\/p>.*doors\.txt/,
  );
  await delivered({ api: ana }, contact.id, reply.id, "read");
  assert.match(await (await ask("2")).text(), /Here you are a customer/, "another company's");
  assert.match(await (await ask("1?as=Tomás")).text(), /Here you are a customer/, "somebody else");
});

testOnEach("the chat says what is wrong, and sends nothing then", async (world) => {
  await using scene = await openChats(world);
  const { ask } = scene;
  const refused = async (form: FormData, status: number, words: RegExp) => {
    const answer = await ask("1", { method: "POST", body: form });
    assert.deepEqual([answer.status, words.test(await answer.text())], [status, true]);
  };
  await refused(formOf({ name: "Elena", text: " " }), 422, /Write something/);
  await refused(formOf({ name: " ", text: "kept" }), 422, /Say who writes[\s\S]*>kept</);
  await refused(formOf({ name: "x".repeat(300), text: "kept" }), 422, /role="alert"[\s\S]*>kept</);
  const large = new File([new Uint8Array(26_600_000)], "large.bin");
  await refused(formOf({ name: "Elena", text: "x", file: large }), 413, /more than 25 MB/);
  const status = async (path: string, init?: RequestInit) => (await done(ask(path, init))).status;
  assert.equal(await status("1", { method: "POST", body: "x" }), 400);
  const foreign = { origin: "https://elsewhere.example" };
  const form = formOf({ name: "Elena", text: "x" });
  assert.equal(await status("1", { method: "POST", body: form, headers: foreign }), 403);
  assert.equal(await status("1/out", { method: "POST", body: "{}" }), 401);
  assert.equal(await status("1/out"), 405);
  assert.equal(await status("1/nothing"), 404);
  assert.equal(await status("9"), 404);
  assert.deepEqual(await expectData(apiOf(world, people.ana)("GET", "/contacts")), []);
  scene.chats[0] = new Chat(scene.account, "http://127.0.0.1:9");
  assert.equal(await status("1", { method: "POST", body: form }), 503);
});

testOnEach("the accounts are kept, and follow where the demo listens", async (world) => {
  await using scene = await openChats(world);
  const { accounts, keep } = scene;
  const ana = apiOf(world, people.ana);
  assert.deepEqual(await keep(), accounts);
  await keep({ loopbackUrl: "http://127.0.0.1:9" });
  const account = () => expectData(ana("GET", `/channels/${accounts[0]!.channelId}`));
  const { settings, version } = await account();
  assert.deepEqual(settings, { callback_url: "http://127.0.0.1:9/.gateway/chat/1/out" });
  assert.equal(version, 2);
  const ids = (all: ChatAccount[]) => all.map(({ channelId }) => channelId);
  const lost = await keep({ file: join(scene.folder, "none.json") });
  assert.deepEqual(ids(lost), ids(accounts));
  assert.notEqual(lost[0]!.secret, accounts[0]!.secret);
  await expectData(ana("DELETE", `/channels/${accounts[0]!.channelId}`));
  const [first, other] = await keep();
  assert.notEqual(first!.channelId, accounts[0]!.channelId);
  assert.equal(other!.channelId, accounts[1]!.channelId);
  assert.equal((await expectData(ana("GET", "/channels"))).length, 1);
});
