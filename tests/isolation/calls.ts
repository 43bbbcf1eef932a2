/** Calls of every endpoint that somebody of a company may call, as the scene's people and programs. */
import assert from "node:assert/strict";
import { withGateway } from "../access/entry_scene.ts";
import { allEntries, type Entry } from "../http/routes.ts";
import type { Call } from "../support/world.ts";
import { isForChannels } from "./channels.ts";
import { readyBody, readyFor } from "./ready.ts";
import { isForMembers, pairPhone, type Scene } from "./things.ts";
import { nameOf, type Target, type Tried, tryGuard } from "./try_endpoint.ts";

/** Takes what somebody brings who signed in elsewhere: tests/channels/email/oauth.test.ts. */
export const isBroughtBack = ({ path }: Entry) => path.endsWith("/finish");

export const withGuards = {
  ...withGateway,
  hasGraph: true,
  env: {
    ...withGateway.env,
    ...{ GOOGLE_OAUTH_CLIENT_ID: "relevo", GOOGLE_OAUTH_CLIENT_SECRET: "relevo" },
  },
};

export type Query = Record<string, string | number>;

/**
 * Endpoints behind a company's credential. What the gateway is told of companies is in
 * tests/access/entry_links.test.ts; the installation is no company's: tests/status/api.test.ts.
 */
export const doored = (await allEntries()).filter(({ method }) =>
  !["public", "gateway", "operator"].includes(method.guard)
);

/** Calls as the scene's company, with a body of its own records; the path has the target's. */
export async function callAs(
  scene: Scene,
  target: Target,
  entry: Entry,
  member = scene.side.member,
): Promise<Tried> {
  const { side, maria, own, channelKey } = scene;
  const { guard } = entry.method;
  const credentials: Record<string, Call> = {
    member: { member },
    key: { key: isForChannels(entry.path) ? channelKey : side.key },
    device: { device: isForMembers(entry.path) ? own.token : maria.token },
  };
  const query: Query = guard === "member" ? { company_id: side.companyId } : {};
  return await tryGuard(
    target,
    entry,
    { ...await jsonOf(scene, entry), ...credentials[guard] },
    query,
  );
}

/** Calls with success as the scene's company; what unpairs its phone is called by another phone. */
export async function callOwn(scene: Scene, entry: Entry): Promise<Tried> {
  const isLast = nameOf(entry) === "DELETE /api/phone/device";
  const phone = isLast ? await pairPhone(scene.world, scene.side, "eva") : scene.maria;
  const target = await readyFor(scene, entry);
  const tried = await callAs({ ...scene, maria: phone }, target, entry);
  assert.ok(tried.status < 300, `${nameOf(entry)}: ${tried.status} ${tried.text}`);
  return tried;
}

/** A body with the own company's records, whatever the path names. */
export async function jsonOf(scene: Scene, entry: Entry): Promise<Call> {
  return entry.method.spec.body ? { json: await readyBody(scene, entry) } : {};
}
