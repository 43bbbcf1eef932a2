import assert from "node:assert/strict";
import { makeSecretsKey } from "../support/channel_account.ts";
import { startKeyServer } from "../support/gateway.ts";
import { Deliveries } from "../support/graph/deliveries.ts";
import { FakeGraph } from "../support/graph/graph.ts";
import { Mischief } from "../support/graph/mischief.ts";
import { until } from "../support/wait.ts";
import { checkSent, checkTold, hurryAll, untilSettled } from "./support/meta_check.ts";
import { MetaCustomers } from "./support/meta_customers.ts";
import { MetaIncidents } from "./support/meta_incidents.ts";
import { MetaMembers } from "./support/meta_members.ts";
import { connectBusiness, metaEnv } from "./support/meta_stage.ts";
import { long, proof } from "./support/proof.ts";
import { newRandom } from "./support/random.ts";
import { openStage, testOn } from "./support/stage.ts";

/** `META_KILLS=20` is a form between the short and the long one. */
const kills = Number(Deno.env.get("META_KILLS")) || (long ? 300 : 4);
const most = { acts: kills * 20, written: kills * 10 };
const customers = long ? 200 : 12;
const email = "ana@taller.example";
const seed = Number(Deno.env.get("META_SEED")) || undefined;

testOn(
  ["postgres"],
  "a killed app and a dying Meta have each message in once, and out once or uncertain",
  async (kind) => {
    const random = newRandom(seed);
    const keys = await startKeyServer();
    const secretsKey = makeSecretsKey();
    await using graph = FakeGraph.start();
    const env: Record<string, string> = {
      ...metaEnv(graph),
      GATEWAY_JWKS_URL: keys.jwksUrl,
      INITIAL_ADMIN_EMAIL: email,
      SECRETS_KEYS: secretsKey,
    };
    await using stage = await openStage(kind, { users: [], env });
    const business = await connectBusiness(stage, { graph, secretsKey });
    let app = await stage.start();
    const hook = app.url + business.hook;
    const deliveries = new Deliveries({ graph, app: business.app, hook, random });
    const told = { graph, deliveries, business, random, count: customers };
    const crowd = new MetaCustomers(told);
    const token = () => keys.sign({ email, aud: "relevo-tests", sub: email });
    const members = new MetaMembers({ random, base: () => app.url, token, business });
    const mischief = new Mischief({
      random,
      async deliverFirst() {
        await crowd.receipts;
        await deliveries.hurry();
      },
    });
    graph.mischief = mischief;
    const incidents = new MetaIncidents({ graph, business, members, random, stage, env });
    const load = startLoad({ crowd, deliveries, members });
    try {
      const step = Math.floor((most.acts + most.written) / kills);
      for (let kill = 1; kill <= kills; kill++) {
        if (kill % 4 === 1) await incidents.changeToken();
        const resume = kill % 4 === 3 ? await incidents.pause() : null;
        const rotate = kill % 8 === 2 ? incidents.startRotation() : null;
        await load.progress(random.between(1, 2 * step - 1));
        const dies = random.happens(0.5);
        if (dies) {
          deliveries.hold();
          await graph.die();
        }
        app.kill();
        await app.exited;
        // What waited its 10 s is due at once: kills hit what is on its way.
        await stage.sql((sql) =>
          sql("update outbox set due_at = now() where state = 'queued' and due_at is not null")
        );
        app = await stage.start({ port: app.port });
        if (dies) {
          graph.revive();
          deliveries.release();
        }
        await rotate?.();
        await resume?.();
      }
      await load.finish();
      mischief.isOn = false;
      await app.stop();
      await stage.sql(hurryAll);
      app = await stage.start({ port: app.port });
      await deliveries.hurry();
      await stage.sql((sql) => untilSettled(sql, () => deliveries.size === 0));
      await app.stop();
      await stage.sql((sql) => checkTold(sql, { told: crowd.told, business }));
      const outcome = await stage.sql((sql) => checkSent(sql, { ...members, graph }));
      const { parts, arrived, uncertain, failed } = outcome;
      const { events, taken, failed: lost } = deliveries.counts;
      proof(
        `${kills} kills of WhatsApp, Instagram and Facebook on ${kind}, seed ${random.seed}: ` +
          `${crowd.acts} acts in, ${events} events in ${taken} calls (${lost} unanswered), ` +
          `${members.count} messages of ${parts} parts out: ${arrived} arrived once, ` +
          `${uncertain} uncertain, ${failed} failed; ${JSON.stringify([...mischief.counts])}, ` +
          JSON.stringify(incidents.counts),
      );
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`with META_SEED=${random.seed}: ${message}`, { cause: error });
    } finally {
      deliveries.hold();
      await keys.stop();
    }
  },
);

/** Copies of events that may wait, so that kills hit both sides. */
const mostWaiting = 60;

function startLoad(
  { crowd, deliveries, members }: {
    crowd: MetaCustomers;
    deliveries: Deliveries;
    members: MetaMembers;
  },
) {
  const act = async () => {
    while (crowd.acts < most.acts) {
      await until(() => deliveries.size < mostWaiting, { what: "Meta to have delivered" });
      await crowd.act();
      const share = most.written / most.acts;
      const isAhead = () => crowd.acts * share - members.count > 20;
      if (isAhead()) await until(() => !isAhead(), { what: "members to keep up" });
    }
  };
  let attempts = 0;
  const write = async () => {
    while (attempts++ < most.written) await members.write();
  };
  const running = Promise.all([act(), ...Array.from({ length: 4 }, write)]);
  running.catch(() => {}); // `finish` reports it
  const done = () => crowd.acts + members.count;
  return {
    /** Waits until this many more acts and messages were made, or all are. */
    async progress(more: number): Promise<void> {
      const target = done() + more;
      const isThere = until(() => done() >= target, { what: `${more} more` });
      await Promise.race([running, isThere]);
    },
    async finish(): Promise<void> {
      await running;
      assert.equal(members.count, most.written);
    },
  };
}
