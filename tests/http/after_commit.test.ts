/**
 * Every guard that opens a transaction announces what it collected, and only if it was committed.
 */
import assert from "node:assert/strict";
import * as z from "zod";
import { App } from "fresh";
import type { Trx } from "@/lib/db/connection.ts";
import type { State } from "@/lib/http/context.ts";
import { asKeyHolder, asLinkHolder, asMember, asPhone, asUser } from "@/lib/http/guards.ts";
import { endpoint, type Method } from "@/lib/http/endpoint.ts";
import { problem } from "@/lib/input/errors.ts";
import { failsOnce } from "../db/collisions.ts";
import { apis, expectData, quoteThatIs } from "../sales/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

type Work = (trx: Trx) => Promise<{ done: true }>;

const returns = z.object({ done: z.literal(true) });
const spec = { summary: "Collects", returns };
const link = { ...spec, params: z.object({ token: z.string() }) };

/** Each way to a transaction, as an endpoint that does `work` in it. */
const openers: Record<string, (work: Work) => Method> = {
  key: (work) => asKeyHolder({ ...spec, scope: "send", run: ({ trx }) => work(trx) }),
  "key, own": (work) =>
    asKeyHolder({
      ...spec,
      scope: "send",
      runWithoutTransaction: ({ inCompany }) => inCompany(work),
    }),
  phone: (work) => asPhone({ ...spec, run: ({ trx }) => work(trx) }),
  link: (work) => asLinkHolder({ ...link, run: ({ trx }) => work(trx) }),
  member: (work) => asMember({ ...spec, run: ({ trx }) => work(trx) }),
  "member, own": (work) =>
    asMember({
      ...spec,
      runWithoutTransaction: ({ asMember }) => asMember(({ trx }) => work(trx)),
    }),
  user: (work) => asUser({ ...spec, run: ({ trx }) => work(trx) }),
};

testOnEach("what waits for the commit runs behind every guard", async (world) => {
  const post = await caller(world);
  const { live } = world.services;
  const woken: string[] = [];
  for (const userId of ["undone", "attempt 1", "attempt 2"]) {
    live.subscribe({ companyId: 1, userId }, () => woken.push(userId));
  }
  for (const [name, open] of Object.entries(openers)) {
    const refused = await post(open((trx) => {
      trx.afterCommit({ kind: "changed", companyId: 1, userId: "undone" });
      return Promise.reject(problem("invalid_transition"));
    }));
    assert.equal(refused.status, 409, name);
    assert.deepEqual(woken.splice(0), [], name);

    const collide = failsOnce();
    let attempt = 0;
    const done = await post(open(async (trx) => {
      trx.afterCommit({ kind: "changed", companyId: 1, userId: `attempt ${++attempt}` });
      await collide(trx);
      return { done: true };
    }));
    assert.equal(done.status, 200, name);
    assert.deepEqual(woken.splice(0), ["attempt 2"], name);
  }
});

/** Calls an endpoint with every credential at once: each guard takes its own. */
async function caller(world: World) {
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  const { token } = await expectData(ana("POST", `/quotes/${id}/share`, {}), 201);
  const phone = await world.pairPhone(people.ana);
  const member = await world.tokenFor(people.ana);
  return (method: Method): Promise<Response> => {
    const app = new App<State>()
      .use((ctx) => {
        ctx.state.services = world.services;
        return ctx.next();
      })
      .route("/try/:token", { handler: endpoint({ POST: method }) });
    const secret = method.guard === "device" ? phone.token : world.keys.shop;
    const headers = { Authorization: `Bearer ${secret}`, "Cf-Access-Jwt-Assertion": member };
    return Promise.resolve(
      app.handler()(new Request(`${world.url}/try/${token}`, { method: "POST", headers })),
    );
  };
}
