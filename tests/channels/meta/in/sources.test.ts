/** What led to a message, with its picture. */
import assert from "node:assert/strict";
import { expectData } from "../../../crm/scene.ts";
import { addMedia, openAddressOf } from "../../../support/graph/media.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { connectMeta, type MetaAccount } from "../accounts.ts";
import { png } from "../media/scene.ts";
import { deliver, settled, variant } from "./hooks.ts";
import { item, read } from "./store.ts";

const picture = (world: World) =>
  openAddressOf(world.graph, addMedia(world.graph, { bytes: png, type: "image/png" }));

async function onlyMessage({ api }: MetaAccount) {
  const [contact] = await expectData(api("GET", "/contacts?per_page=1"));
  const [message] = await expectData(api("GET", `/contacts/${contact.id}/messages`));
  return message;
}

/** Once no file is coming. */
const whole = (account: MetaAccount) =>
  until(async () => {
    const message = await onlyMessage(account);
    return message.files.every(({ coming }: { coming: boolean }) => !coming) && message;
  }, { what: "the picture" });

const ads = [
  ["whatsapp", "whatsapp/ad", "https://scontent.xx.fbcdn.net/v/t45.1"],
  ["facebook", "facebook/ad", "https://scontent.xx.fbcdn.net/v/ad.jpg"],
  ["instagram", "instagram/ad", "https://scontent.xx.fbcdn.net/v/ad.jpg"],
  [
    "instagram",
    "instagram/story-reply",
    "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1",
  ],
] as const;

for (const [kind, name, address] of ads) {
  testOnEach(`${name} comes with the picture that the person saw`, async (world) => {
    const account = await connectMeta(world, kind);
    const url = picture(world);
    const hook = variant(name, { replace: { [address]: url } });
    await deliver(world, account, hook);
    await deliver(world, account, hook);
    await settled(world);
    const { source, files } = await whole(account);
    assert.equal(files.length, 1);
    assert.equal(source.file_id, files[0].id);
    assert.deepEqual(Object.keys(source), ["kind", "title", "url", "ref", "file_id"]);
    assert.deepEqual([files[0].type, files[0].size], ["image/png", png.length]);
  }, { hasGraph: true, both: name === "whatsapp/ad" });
}

testOnEach("an ad that comes after its message leaves its picture once", async (world) => {
  const account = await connectMeta(world, "facebook");
  const at = Date.now() - 60_000;
  const say = (event: object) => item("page", { sender: "91000", at }, event);
  const led = (photo_url: string, ad_id: string) =>
    say({ referral: { source: "ADS", ad_id, ads_context_data: { ad_title: "Mesas", photo_url } } });
  await read(world, account, [say({ message: { mid: "m_1", text: "Vi su anuncio" } })]);
  await read(world, account, [led(picture(world), "1")]);
  await read(world, account, [led(picture(world), "2")]);
  const { source, files } = await whole(account);
  assert.deepEqual([source.title, source.ref, files.length], ["Mesas", "1", 1]);
  assert.equal(source.file_id, files[0].id);
}, { hasGraph: true });

testOnEach("a picture of elsewhere is not fetched, and what was unsent has none", async (world) => {
  const account = await connectMeta(world, "facebook");
  const at = Date.now() - 60_000;
  const say = (event: object) => item("page", { sender: "91000", at }, event);
  const referral = (photo_url: unknown) => ({ source: "ADS", ads_context_data: { photo_url } });
  const greet = (photo: unknown, mid: string) =>
    say({ message: { mid, text: "Hola", referral: referral(photo) } });
  await read(world, account, [greet("https://evil.example/a.png", "m_1")]);
  const { source, files } = await whole(account);
  assert.deepEqual([files[0].left_out_reason, source.file_id], ["unreachable", files[0].id]);
  await read(world, account, [say({ message: { mid: "m_1", is_deleted: true } })]);
  const gone = await onlyMessage(account);
  assert.deepEqual([gone.files, gone.source.file_id], [[], null]);
  for (const odd of [null, 7, [], {}, "", "javascript:alert(1)", "x".repeat(5_000)]) {
    await read(world, account, [greet(odd, `m_${JSON.stringify(odd).slice(0, 20)}`)]);
    const message = await onlyMessage(account);
    assert.deepEqual([message.files, message.source.file_id], [[], null]);
  }
}, { hasGraph: true });
