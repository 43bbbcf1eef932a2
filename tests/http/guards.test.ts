/**
 * Every guard is tried without the right credential. The cases come from the route table: a new
 * endpoint is covered at once, and fails here if the helpers cannot call it.
 */
import assert from "node:assert/strict";
import type { GuardName } from "@/lib/http/endpoint.ts";
import { gatewaySecret, withGateway } from "../access/entry_scene.ts";
import { type Call, people, testOnEach } from "../support/world.ts";
import { contents } from "../isolation/contents.ts";
import { allEntries, allFiles, type Entry } from "./routes.ts";
import { assertShowsNothingOf } from "../isolation/sides.ts";
import { makeScene, type Scene } from "../isolation/things.ts";
import { nameOf, pathTo, tryGuard } from "../isolation/try_endpoint.ts";

/** Files below routes/ that need no guard: they show no one's data. */
const unguarded = [
  /(^|\/)_(app|error|404|layout|middleware)\.tsx?$/,
  /^index\.tsx?$/, // leads to the panel
  /^api\/\[\.\.\.path\]\.ts$/, // answers 404
  /^speculation-rules\.json\.ts$/, // which links browsers may prefetch
  /^phone\/(sw\.js|manifest\.webmanifest)\.ts$/, // the app's worker and what makes it installable
  /^api\/(openapi\.json|docs)\.tsx?$/, // the interface's own description
];

function wrongLinks({ things, maria }: Scene): string[] {
  return ["rlq_x", `${things.q}x`, things.q!.slice(0, -1), maria.token];
}

/** The pages behind a guard. */
async function pagesBehind(guard: GuardName) {
  return (await allFiles()).filter(({ kind, guard: own }) => kind === "page" && own === guard);
}

/** Only its own token opens a link: no similar token, and no other credential. */
async function tryLinks(scene: Scene, entry: Entry): Promise<void> {
  const { things, side, world } = scene;
  for (const q of wrongLinks(scene)) {
    const call = { key: world.keys.shop, member: people.ana };
    const tried = await tryGuard({ ...scene, things: { ...things, q, answer: q } }, entry, call);
    assertShowsNothingOf(side, tried.text, nameOf(entry));
    assert.equal(tried.status, 404, `${nameOf(entry)} with ${q}: ${tried.text}`);
  }
}

/** To everybody but the gateway itself nothing is there, whatever else they may. */
async function tryGateways(scene: Scene, entry: Entry, wrong: Wrong): Promise<void> {
  const others = [...Object.values(wrong).flat(), { key: `${gatewaySecret}x` }];
  const ofSomebody = { "Cf-Access-Jwt-Assertion": await scene.world.tokenFor(people.ana) };
  for (const call of [...others, { key: gatewaySecret, headers: ofSomebody }]) {
    const tried = await tryGuard(scene, entry, call);
    assertShowsNothingOf(scene.side, tried.text, nameOf(entry));
    assert.equal(tried.status, 404, `${nameOf(entry)}: ${tried.text}`);
  }
}

Deno.test("every file below routes/ is behind a guard, or known to need none", async () => {
  for (const { file, kind } of await allFiles()) {
    const isUnguarded = unguarded.some((pattern) => pattern.test(file));
    assert.notEqual(kind === "other", !isUnguarded, `${file} is behind no guard`);
  }
});

testOnEach("no guard opens without the credential that it asks for", async (world) => {
  const scene = await makeScene(world);
  const { maria, side, things } = scene;
  const before = await contents(world);
  const wrong = await wrongCredentials(scene);
  for (const entry of await allEntries()) {
    const { guard } = entry.method;
    const what = nameOf(entry);
    if (guard === "public") continue;
    if (guard === "link") {
      await tryLinks(scene, entry);
      continue;
    }
    if (guard === "gateway") {
      await tryGateways(scene, entry, wrong);
      continue;
    }
    assert.ok(wrong[guard], `guards.test.ts must know how to try the guard "${guard}"`);
    for (const [n, call] of wrong[guard].entries()) {
      const tried = await tryGuard(scene, entry, call);
      assertShowsNothingOf(side, tried.text, what);
      assert.equal(tried.status, 401, `${what} with wrong credential ${n}: ${tried.text}`);
    }
  }
  for (const { path } of await pagesBehind("member")) {
    for (const call of wrong.member!) {
      const answer = await world.call("GET", pathTo(path, things), call);
      assert.equal(answer.status, 401, path);
      assertShowsNothingOf(side, answer.body, path);
    }
  }
  for (const { path } of await pagesBehind("link")) {
    for (const q of wrongLinks(scene)) {
      const to = pathTo(path, { ...things, q, answer: q });
      const page = await world.call("GET", to, { member: people.ana });
      assert.equal(page.status, 404, `${path} with ${q}`);
      assertShowsNothingOf(side, page.body, path);
    }
  }
  assert.equal(await contents(world), before, "nothing was changed");
  assert.equal(
    (await world.call("GET", "/api/phone/notifications", { device: maria.token })).status,
    200,
  );
}, withGateway);

type Wrong = Record<string, Call[]>;

/** Calls that must not pass, by guard. */
async function wrongCredentials({ world, maria }: Scene): Promise<Wrong> {
  const { keys: { shop }, keyServer } = world;
  const token = await world.tokenFor(people.ana);
  const sign = (claims: object, options = {}) =>
    keyServer.sign({ email: people.ana, aud: "relevo-tests", ...claims }, options);
  const tokens = [
    "x",
    token.slice(0, -8) + "AAAAAAAA",
    await sign({}, { expiresIn: -60 }),
    await sign({ aud: "another-app" }),
  ];
  const gateway = (value: string) => ({ headers: { "Cf-Access-Jwt-Assertion": value } });
  const cookie = { headers: { Cookie: `relevo_device_${maria.deviceId}=${shop}` } };
  const member = { member: people.ana };
  const [key, device] = [{ key: shop }, { device: maria.token }];
  const members = [{}, key, device, { key: token }, ...tokens.map(gateway)];
  return {
    key: [{}, { key: "rlv_x" }, { key: `${shop}x` }, { key: maria.token }, { key: token }, member],
    device: [
      {},
      { device: "rld_x" },
      { device: `${maria.token}x` },
      { device: shop },
      cookie,
      member,
    ],
    member: members,
    operator: members,
  };
}
