/** Anything in any place that people or phones fill, from the hook to the page. */
import assert from "node:assert/strict";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { testOnEach } from "../../../support/world.ts";
import { connectMeta, type MetaKind } from "../accounts.ts";
import { settled } from "../in/hooks.ts";
import { item, text, whatsapp } from "../in/store.ts";
import { bringTo, filedOf } from "./scene.ts";

const odd: unknown[] = [
  null,
  0,
  -1,
  1e300,
  true,
  "",
  "\0",
  "a\0b",
  "\ud800",
  "x".repeat(5_000),
  "9".repeat(400),
  "\u202eevil",
  "🙂".repeat(3_000),
  [],
  {},
  [null],
  { id: {} },
  -62_135_596_800,
  4_102_444_800,
  253_402_300_800_000,
];

/** Each place that people or phones fill. */
const places: Record<MetaKind, (value: unknown, n: number) => unknown[]> = {
  whatsapp(value, n) {
    const id = `wamid.${n}`;
    const from = "34600111222";
    const type = "text";
    return [
      whatsapp({ from }, { id: value, type, text: { body: "a" } }),
      whatsapp({ from: value }, { id: `${id}.a`, type, text: { body: "a" } }),
      whatsapp({ from }, { id: `${id}.b`, type: value, text: { body: "a" } }),
      whatsapp({ from }, { id: `${id}.c`, type, text: { body: value } }),
      whatsapp({ from }, { id: `${id}.d`, type, text: { body: "a" }, timestamp: value }),
      whatsapp({ from }, { id: `${id}.e`, type, text: { body: "a" }, context: { id: value } }),
      whatsapp({ from }, { id: `${id}.f`, type: "image", image: { id: value, caption: value } }),
      whatsapp({ from }, {
        id: `${id}.g`,
        type: "location",
        location: { name: value, latitude: value },
      }),
      whatsapp({ from }, {
        id: `${id}.h`,
        type: "contacts",
        contacts: [{ name: value, phones: value }],
      }),
      whatsapp({ from }, {
        id: `${id}.i`,
        type: "reaction",
        reaction: { message_id: value, emoji: value },
      }),
      whatsapp({ from }, {
        id: `${id}.j`,
        type: "order",
        order: { product_items: [value], text: value },
      }),
    ];
  },
  facebook: (value, n) => onPage("page", value, n),
  instagram: (value, n) => onPage("instagram", value, n),
};

function onPage(object: "page" | "instagram", value: unknown, n: number): unknown[] {
  const say = (event: object, sender: unknown = "7001") =>
    item(object, { sender: sender as string }, event);
  const mid = `m_${n}`;
  return [
    say({ message: { mid: value, text: "a" } }),
    say({ message: { mid: `${mid}a`, text: "a" } }, value),
    say({ message: { mid: `${mid}b`, text: value } }),
    say({ message: { mid: `${mid}c`, text: "a", reply_to: { mid: value, story: value } } }),
    say({ message: { mid: `${mid}d`, attachments: [{ type: value, payload: { url: value } }] } }),
    say({ message_edit: { mid: value, num_edit: value, text: value } }),
    say({ reaction: { mid: value, action: value, emoji: value } }),
    say({ read: { watermark: value, mid: value } }),
    say({ postback: { mid: `${mid}e`, title: value, payload: value, referral: value } }),
    say({ referral: { ref: value, source: value } }),
    say({ timestamp: value, message: { mid: `${mid}f`, text: "a" } }),
  ];
}

for (const kind of ["whatsapp", "facebook", "instagram"] as const) {
  testOnEach(
    `${kind}: anything in any place is read, or one problem that names it`,
    async (world) => {
      const account = await connectMeta(world, kind);
      const hooks = odd.flatMap((value, n) => places[kind](value, n));
      for (const hook of hooks) {
        const answer = await bringTo(world, account, hook);
        assert.deepEqual(answer, { status: 200, text: "EVENT_RECEIVED" }, JSON.stringify(hook));
      }
      const last = kind === "whatsapp"
        ? whatsapp({ from: "34600999888" }, text("wamid.last", "El último"))
        : item(kind === "facebook" ? "page" : kind, { sender: "7999" }, {
          message: { mid: "m_last", text: "El último" },
        });
      await bringTo(world, account, last);
      await settled(world);
      const lines = await filedOf(world);
      assert.ok(lines.some((line) => line.endsWith(": El último")));
      assert.ok(lines.every((line) => line.isWellFormed() && !line.includes("\0")));
      const problems = await inDatabase(
        world,
        1,
        (trx) =>
          trx.selectFrom("channel_events").select(["external_id", "problem", "problem_text"])
            .where("state", "=", "problem").orderBy("external_id").execute(),
      );
      for (const { problem, problem_text } of problems) {
        assert.equal(problem, "unreadable");
        assert.match(problem_text!, /(nobody is named|a \w+ without an id)$/);
      }
      assert.equal(new Set(problems.map((one) => one.external_id)).size, problems.length);
      assert.equal(
        (await expectData(account.api("GET", `/channels/${account.id}`))).state,
        "working",
      );
      // Pages show all of it.
      const contacts = await expectData(account.api("GET", "/contacts?per_page=100"));
      for (const { id } of contacts) {
        await expectData(account.api("GET", `/contacts/${id}/messages`));
      }
    },
    { hasGraph: true },
  );
}
