/** The page of the demo on which one plays customers on WhatsApp, Instagram and Facebook. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { keepBusinesses } from "@/demo/meta/accounts.ts";
import { customerOf } from "@/demo/meta/customer.ts";
import { connectPhones, Phones } from "@/demo/meta/phones.ts";
import { goNow } from "../channels/scene.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { FakeGraph } from "../support/graph/graph.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { done, formOf, openFront, ownPage } from "./scene.ts";

interface Shown {
  id: number;
  body: string;
  files: { type: string }[];
  reactions: unknown[];
  answers: object | null;
  source: object | null;
  edited_at: string | null;
  unsent_at: string | null;
  delivery: { state: string; attempts: number } | null;
}

/** The demo's gateway before a world, with the phones of each company. */
async function openPhones(world: World) {
  const folder = await Deno.makeTempDir({ prefix: "relevo-phones-" });
  const keep = (graph = world.graph) =>
    keepBusinesses(world.services.database.db, graph, {
      file: join(folder, "meta.json"),
      cipher: world.services.secretCipher!,
      publicUrl: "http://demo.localhost",
    });
  const businesses = await keep();
  const phones = businesses.map((business) => new Phones(world.graph, business, world.url));
  connectPhones(world.graph, phones);
  const front = await openFront({ appUrl: world.url, phones });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${front.origin}/.gateway/meta/${path}`, {
      redirect: "manual",
      ...init,
      headers: { ...ownPage(front.origin), ...init.headers },
    });
  const api = apiOf(world, people.ana);
  const post = async (path: string, fields: Record<string, string | File>, status = 303) => {
    const body = formOf({ as: "Elena Prado", ...fields });
    const answer = await ask(path, { method: "POST", body });
    const text = await answer.text();
    assert.equal(answer.status, status, text);
    return text;
  };
  return {
    ...{ api, ask, post, keep, folder },
    act: (kind: string, act: string, fields: Record<string, string | File> = {}) =>
      post("1", { kind, act, ...fields }),
    turn: (kind: string, name: string) => post("1/switch", { kind, switch: name }),
    lines: async (kind: string, as = "Elena Prado") =>
      await (await ask(`1/lines?kind=${kind}&as=${encodeURIComponent(as)}`)).text(),
    /** Id of the only line that has the text. */
    async line(kind: string, text: string): Promise<string> {
      const line = (await this.lines(kind)).split("<li").find((one) => one.includes(text));
      return /value="([^"]+)"/.exec(line!)![1]!;
    },
    account: async (kind: string) =>
      (await expectData(api("GET", "/channels")))
        .find((one: { kind: string }) => one.kind === kind),
    contact: (name: string) =>
      until(async () => (await expectData(api("GET", `/contacts?q=${name}`)))[0], {
        what: `${name} to be a contact`,
      }),
    messages: (contactId: number): Promise<Shown[]> =>
      expectData(api("GET", `/contacts/${contactId}/messages`)),
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

type Scene = Awaited<ReturnType<typeof openPhones>>;

/** The message of which `is` holds. */
async function message(
  scene: Scene,
  id: number,
  is: (one: Shown) => unknown,
  what = "the message",
): Promise<Shown> {
  return await until(async () => (await scene.messages(id)).find(is), { what });
}

async function answer(world: World, scene: Scene, kind: string, id: number, body: string) {
  const { id: via } = await scene.account(kind);
  const path = `/contacts/${id}/messages`;
  const sent = await expectData(scene.api("POST", path, { direction: "out", via, body }), 201);
  await goNow(world);
  return sent.id as number;
}

testOnEach("a customer of WhatsApp writes and reads the answer", async (world) => {
  await using scene = await openPhones(world);
  const { act, ask } = scene;
  assert.match(await (await ask("1")).text(), /WhatsApp[\s\S]*Here you are a customer/);
  await act("whatsapp", "write", { text: "Two doors & a table" });
  const contact = await scene.contact("Elena");
  assert.deepEqual([contact.name, contact.channel, contact.status], [
    ...["Elena Prado", "whatsapp", "new"],
  ]);
  const [first] = await scene.messages(contact.id);
  assert.equal(first!.body, "Two doors & a table");

  const id = await answer(world, scene, "whatsapp", contact.id, "<i>On</i> Tuesday");
  await message(
    scene,
    contact.id,
    (one) =>
      one.id === id && ["delivered", "read"].includes((one.delivery as { state: string }).state),
  );
  assert.match(await scene.lines("whatsapp"), /&lt;i&gt;On&lt;\/i&gt; Tuesday/);
  await message(
    scene,
    contact.id,
    (one) => one.id === id && (one.delivery as { state: string }).state === "read",
  );
  assert.match(await scene.lines("whatsapp", "Tomás"), /Here you are a customer/);
  const variables = ["Elena", "2026-014"];
  const template = { name: "presupuesto_listo", language: "es", variables };
  const { id: via } = await scene.account("whatsapp");
  const sent = { direction: "out", via, template, opt_in: { source: "form" } };
  await expectData(scene.api("POST", `/contacts/${contact.id}/messages`, sent), 201);
  await goNow(world);
  await until(async () =>
    /Hola Elena, tu presupuesto 2026-014/.test(await scene.lines("whatsapp"))
  );
  assert.match(await (await ask("2")).text(), /Here you are a customer/, "another company's");
}, { hasGraph: true });

testOnEach("what a customer does to messages comes to the company", async (world) => {
  await using scene = await openPhones(world);
  const { act } = scene;
  for (const kind of ["whatsapp", "instagram", "facebook"]) {
    await act(kind, "write", { text: `By ${kind}` });
    const contact = await until(async () =>
      (await expectData(scene.api("GET", `/contacts?channel=${kind}`)))[0]
    );
    const has = (what: string, is: (one: Shown) => unknown) =>
      message(scene, contact.id, is, `${what} by ${kind}`);
    const target = await scene.line(kind, `By ${kind}`);
    await act(kind, "edit", { text: `Edited by ${kind}`, target });
    const edited = await has(
      "an edit",
      ({ body, edited_at }) => body === `Edited by ${kind}` && edited_at,
    );
    await act(kind, "react", { target });
    await has("a reaction", ({ reactions }) => reactions.length === 1);
    // WhatsApp's times are whole seconds: two reactions within one are one.
    if (kind !== "whatsapp") {
      await act(kind, "react", { target });
      await has("no reaction", ({ id, reactions }) => id === edited.id && reactions.length === 0);
    }
    await act(kind, "reply", { target, text: "That one" });
    await has("a reply", ({ body, answers }) => body === "That one" && answers);
    await act(kind, "photo");
    await has("a photo", ({ files }) => files.some(({ type }) => type === "image/png"));
    await act(kind, "voice");
    await has("a voice note", ({ files }) => files.some(({ type }) => /audio|ogg/.test(type)));
    await act(kind, "owner", { text: "From my own phone" });
    await has("an echo", ({ body, source }) => body === "From my own phone" && source);
    await act(kind, "ad", { text: "I saw your ad" });
    await has("an ad", ({ body, source }) => body === "I saw your ad" && source);
    if (kind === "facebook") continue;
    await act(kind, "unsend", { target });
    await has("an empty place", ({ unsent_at }) => unsent_at);
    assert.match(await scene.lines(kind), /Message unsent/);
  }
}, { hasGraph: true });

testOnEach("a customer without a number gets the answer too", async (world) => {
  await using scene = await openPhones(world);
  await scene.turn("whatsapp", "hidden");
  await scene.act("whatsapp", "write", { text: "No number" });
  const contact = await scene.contact("Elena");
  assert.equal(contact.phone, null);
  await answer(world, scene, "whatsapp", contact.id, "Here it is");
  await until(async () => /Here it is/.test(await scene.lines("whatsapp")));
}, { hasGraph: true });

testOnEach("faults of Meta are met and mended", async (world) => {
  await using scene = await openPhones(world);
  const { act, turn, post } = scene;
  await act("whatsapp", "write", { text: "Hello" });
  const contact = await scene.contact("Elena");
  await turn("whatsapp", "token");
  await answer(world, scene, "whatsapp", contact.id, "Later");
  await until(async () => (await scene.account("whatsapp")).state === "failing");
  assert.match(await (await scene.ask("1")).text(), /value="token" aria-pressed="true"/);
  await turn("whatsapp", "token");
  const { id } = await scene.account("whatsapp");
  await expectData(scene.api("POST", `/channels/${id}/test`));
  await goNow(world);
  await until(async () => /Later/.test(await scene.lines("whatsapp")));

  await turn("whatsapp", "pace");
  const hurried = await answer(world, scene, "whatsapp", contact.id, "Too fast");
  await message(
    scene,
    contact.id,
    ({ id, delivery }) => id === hurried && delivery!.state === "queued" && delivery!.attempts > 0,
  );
  await turn("whatsapp", "pace");
  await goNow(world);
  await until(async () => /Too fast/.test(await scene.lines("whatsapp")));

  await turn("facebook", "subscription");
  const lost = { kind: "facebook", act: "write", text: "Anybody?" };
  assert.match(await post("1", lost, 422), /role="alert"[\s\S]*>Anybody\?</);
  const page = await scene.account("facebook");
  await expectData(scene.api("POST", `/channels/${page.id}/test`));
  await post("1", lost);

  await turn("instagram", "clock");
  await act("instagram", "write", { text: "Yesterday" });
  const late = await until(async () =>
    (await expectData(scene.api("GET", "/contacts?channel=instagram")))[0]
  );
  const [account] = await expectData(scene.api("GET", `/contacts/${late.id}/accounts`));
  assert.ok(new Date(account.window_until) < new Date());
}, { hasGraph: true });

testOnEach("the phones say what is wrong, and send nothing then", async (world) => {
  await using scene = await openPhones(world);
  const { post, ask } = scene;
  const whatsapp = { kind: "whatsapp" };
  assert.match(await post("1", { ...whatsapp, act: "write", text: " " }, 422), /Write something/);
  assert.match(await post("1", { ...whatsapp, act: "react" }, 422), /Choose a message/);
  await post("1", { ...whatsapp, act: "story_mention" }, 400);
  await post("1", { kind: "telegram", act: "write", text: "x" }, 400);
  await post("1/switch", { kind: "facebook", switch: "nothing" }, 400);
  const large = new File([new Uint8Array(26_600_000)], "large.bin");
  assert.match(await post("1", { ...whatsapp, act: "write", file: large }, 413), /more than 25 MB/);
  const status = async (path: string, init?: RequestInit) => (await done(ask(path, init))).status;
  const foreign = { origin: "https://elsewhere.example" };
  const body = formOf({ ...whatsapp, act: "write", text: "x" });
  assert.equal(await status("1", { method: "POST", body, headers: foreign }), 403);
  assert.equal(await status("1/lines?kind=x"), 400);
  assert.equal(await status("1/media?id=1"), 404);
  assert.equal(await status("1/nothing"), 404);
  assert.equal(await status("9"), 404);
  assert.deepEqual(await expectData(scene.api("GET", "/contacts")), []);
}, { hasGraph: true });

testOnEach("the accounts work, and are kept", async (world) => {
  await using scene = await openPhones(world);
  const accounts = () => expectData(scene.api("GET", "/channels"));
  const before = await accounts();
  assert.deepEqual(before.map(({ state }: { state: string }) => state), Array(3).fill("working"));
  const [app] = await expectData(scene.api("GET", "/meta-apps"));
  assert.ok(app.objects.page.handshake_at);
  await scene.act("whatsapp", "write", { text: "Hello" });
  await scene.contact("Elena");
  await using again = FakeGraph.start();
  const [business] = await scene.keep(again);
  const [number] = customerOf("whatsapp", 1, "elena  prado").ids;
  assert.ok(again.state.hasWindow(business!.accounts.whatsapp.ownId, number!));
  await scene.keep();
  const ids = (all: { id: number }[]) => all.map(({ id }) => id);
  assert.deepEqual(ids(await accounts()), ids(before));
  await Deno.remove(join(scene.folder, "meta.json"));
  await scene.keep();
  assert.deepEqual(ids(await accounts()), ids(before));
  const states = (await accounts()).map(({ state }: { state: string }) => state);
  assert.deepEqual(states, Array(3).fill("working"), "with new secrets");
  const [first] = before;
  await expectData(scene.api("DELETE", `/channels/${first.id}`));
  await scene.keep();
  assert.equal((await accounts()).length, 3);
}, { hasGraph: true });
