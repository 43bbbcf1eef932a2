/** Limits by caller: by network, however its addresses are written, and with a time to come again. */
import assert from "node:assert/strict";
import { networkOf } from "@/lib/fairness/network.ts";
import { scene } from "./support/scene.ts";
import type { Visitor } from "./support/visitor.ts";

const ana = "ana@shop.example";
const env = { CLIENT_IP_HEADER: "X-Forwarded-For" };

/** One network, in spellings of RFC 4291, RFC 4007, RFC 3986 and of proxies. */
const spellings = [
  (at: number) => `2001:db8:a:1::${at}`,
  (at: number) => `2001:DB8:A:1:0:0:0:${at}`,
  (at: number) => `2001:0db8:000a:0001::${at}:0.0.0.1`,
  (at: number) => `2001:db8:a:1:ffff:${at}::`,
  (at: number) => `2001:db8:a:1::${at}%eth0`,
  (at: number) => `2001:db8:a:1::${at}%25br-lan.7`,
  (at: number) => `[2001:db8:a:1::${at}]`,
  (at: number) => `[2001:db8:A:1::${at}%en0]:4${at}`,
];
const ipv4 = [
  "203.0.113.7",
  "::ffff:203.0.113.7",
  "::FFFF:cb00:7107",
  "0:0:0:0:0:ffff:203.0.113.7",
  "[::ffff:203.0.113.7]:443",
  "203.0.113.7:51000",
];

Deno.test("an address counts as one network, however it is written", () => {
  for (let at = 1; at < 40; at++) {
    for (const spell of spellings) {
      assert.equal(networkOf(spell(at)), "2001:db8:a:1::/64", spell(at));
    }
  }
  for (const text of ipv4) assert.equal(networkOf(text), "203.0.113.7", text);
  assert.equal(networkOf("2001:db8:a:2::1"), "2001:db8:a:2::/64");
  for (const text of ["", "unknown", "2001:db8", "[203.0.113.7", "a".repeat(99), "%eth0", "[]:1"]) {
    assert.equal(networkOf(text), text);
  }
  assert.equal(networkOf("1:".repeat(50_000)).length, 100_000, "too long to be read");
});

/** Answers to 60 calls, by their status. */
async function sixty(call: (at: number) => Promise<{ status: number }>) {
  const statuses = [];
  for (let at = 1; at <= 60; at++) statuses.push((await call(at)).status);
  return Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
  );
}

scene("of 60 codes a /64 has 40 sent, as an IPv4 address has", async ({ visitor }) => {
  const from = (address: string) => (at: number) =>
    visitor().form("/.gateway/code", { email: `a${at}@shop.example` }, {
      "x-forwarded-for": address,
    });
  const expected = { 200: 40, 429: 20 };
  assert.deepEqual(await sixty((at) => from(spellings[at % 8]!(at))(at)), expected);
  assert.deepEqual(await sixty((at) => from(ipv4[at % 6]!)(at)), expected);
  assert.equal((await from("2001:db8:a:2::1")(1)).status, 200, "a neighbour's");
}, { env });

scene("links are looked up 120 times for a /64, and better-auth counts it too", async (at) => {
  const { visitor, app, opened } = at;
  const link = await app.invite(ana, 1);
  const { db } = opened.gateway.database;
  const open = (from: string) => visitor().get(`/enter/${link}`, { "x-forwarded-for": from });
  for (let times = 0; times < 24; times++) {
    assert.equal((await open(spellings[times % 8]!(times))).status, 200);
  }
  const counted = await db.selectFrom("attempt").select("count").where("key", "like", "link:%")
    .execute();
  assert.deepEqual(counted, [{ count: 24 }]);
  await db.updateTable("attempt").set({ count: 120 }).execute();
  for (const spell of spellings) assert.equal((await open(spell(99))).status, 429);
  assert.equal((await open("2001:db8:a:2::1")).status, 200);

  const guess = (from: string) =>
    visitor().form("/.gateway/code/check", { email: ana, code: "000000" }, {
      "x-forwarded-for": from,
    });
  const statuses = [];
  for (let times = 0; times < 24; times++) {
    statuses.push((await guess(spellings[times % 8]!(times))).status);
  }
  assert.deepEqual(statuses, [...Array(20).fill(400), ...Array(4).fill(429)]);
  for (let times = 0; times < 12; times++) await guess(ipv4[times % 6]!);
  const guesses = await db.selectFrom("attempt").select("count").where("key", "like", "guess:%")
    .orderBy("count").execute();
  assert.deepEqual(guesses.map(({ count }) => count), [12, 24]);

  for (const address of [...spellings.map((spell) => spell(7)), ...ipv4]) {
    const headers = { "x-forwarded-for": address };
    await visitor().ask("POST", "/.gateway/passkey/options", { headers });
  }
  const keys = await db.selectFrom("rateLimit").select(["key", "count"]).orderBy("key").execute();
  assert.deepEqual(keys.map(({ key, count }) => [key, count]), [
    ["2001:0db8:000a:0001:0000:0000:0000:0000|/passkey/generate-authenticate-options", 8],
    ["203.0.113.7|/passkey/generate-authenticate-options", 6],
  ]);
}, { env });

scene("callers have limits by address, which they cannot name themselves", async ({ visitor }) => {
  const person = visitor();
  const statuses = [];
  for (let tries = 0; tries < 22; tries++) {
    const email = `a${tries}@shop.example`;
    const forged = { "x-forwarded-for": `10.0.0.${tries}`, "x-relevo-address": `10.0.1.${tries}` };
    const { status } = await person.form("/.gateway/code/check", { email, code: "000000" }, forged);
    statuses.push(status);
  }
  assert.deepEqual(statuses.slice(0, 20), Array(20).fill(400));
  assert.deepEqual(statuses.slice(20), [429, 429]);
});

scene("every 429 says when to come again", async ({ app, member, opened }) => {
  const person = await member(ana);
  const link = await app.invite("eva@shop.example", 1);
  const { db } = opened.gateway.database;
  const form = (path: string, fields: Record<string, string>) => () => person.form(path, fields);
  const post = (path: string, body: unknown) => () => person.post(path, body);
  // Each call that a limit may refuse.
  const calls: Record<string, () => ReturnType<Visitor["get"]>> = {
    link: () => person.get(`/enter/${link}`),
    linkOptions: post("/.gateway/link/options", { link }),
    linkPasskey: post("/.gateway/link/passkey", { link, response: {} }),
    linkUse: form("/.gateway/link/use", { link }),
    linkSignIn: post("/.gateway/passkey", { link, response: {} }),
    options: post("/.gateway/passkey/options", {}),
    signIn: post("/.gateway/passkey", { response: {} }),
    code: form("/.gateway/code", { email: ana }),
    check: form("/.gateway/code/check", { email: "leo@shop.example", code: "000000" }),
    addOptions: post("/.gateway/account/passkey/options", {}),
    add: post("/.gateway/account/passkey", { response: {} }),
  };
  for (const call of Object.values(calls)) await call();
  const browser = person.cookies.get("__Host-relevo_browser")!;
  await db.updateTable("attempt").set({ count: 1_000 }).execute();
  await db.updateTable("rateLimit").set({ count: 1_000, lastRequest: Date.now() }).execute();
  for (const [name, call] of Object.entries(calls)) refused(name, await call());
  const limits = await db.selectFrom("attempt").select("key").execute();
  const names = [...new Set(limits.map(({ key }) => key.split(":")[0]!))].sort();
  assert.deepEqual(names, [
    ...["code", "code-browser", "code-browser-day", "code-day", "code-network-day", "codes"],
    ...["guess", "link"],
  ]);
  // One limit of codes at a time, and both faces of the page.
  for (const name of names.filter((one) => one.startsWith("code"))) {
    person.cookies.set("__Host-relevo_browser", browser);
    await db.updateTable("attempt").set({ count: 1 }).execute();
    await db.updateTable("attempt").set({ count: 1_000 }).where("key", "like", `${name}:%`)
      .execute();
    refused(name, await calls.code!());
    person.cookies.delete("__Host-relevo_browser");
    if (!name.startsWith("code-browser")) refused(name, await calls.code!());
    await db.updateTable("attempt").set({ count: 1 }).execute();
    await calls.code!();
  }
});

function refused(name: string, { status, headers }: Awaited<ReturnType<Visitor["get"]>>) {
  assert.equal(status, 429, name);
  const seconds = headers.get("retry-after");
  assert.match(seconds ?? "", /^[1-9]\d*$/, `${name}: ${seconds}`);
}
