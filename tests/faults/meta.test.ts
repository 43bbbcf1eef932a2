import assert from "node:assert/strict";
import { makeSecretsKey } from "../support/channel_account.ts";
import { startKeyServer } from "../support/gateway.ts";
import { Deliveries } from "../support/graph/deliveries.ts";
import { FakeGraph } from "../support/graph/graph.ts";
import { Mischief } from "../support/graph/mischief.ts";
import { until } from "../support/wait.ts";
import { checkFiled, checkSent, freeFiles, hurryAll, untilSettled } from "./support/meta_check.ts";
import { MetaCustomers } from "./support/meta_customers.ts";
import { MetaIncidents } from "./support/meta_incidents.ts";
import { MetaMembers } from "./support/meta_members.ts";
import { connectBusiness, metaEnv } from "./support/meta_stage.ts";
import { long, proof } from "./support/proof.ts";
import { newRandom } from "./support/random.ts";
import { openStage, type Sql, testOn } from "./support/stage.ts";

/** `META_KILLS=20` is a form between the short and the long one. */
const kills = Number(Deno.env.get("META_KILLS")) || (long ? 300 : 4);
const [actsPerKill, writtenPerKill] = [20, 10];
const most = { acts: kills * actsPerKill, written: kills * writtenPerKill };
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
    const people = { graph, deliveries, business, random, count: customers };
    const crowd = new MetaCustomers(people);
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
    /** So many more events were read, or all are. Strangers' wait for two minutes where many come. */
    const reading = (more: number) =>
      stage.sql(async (sql) => {
        const [{ read: before }] = await countEvents(sql);
        await until(async () => {
          const [{ read, waiting }] = await countEvents(sql);
          return read >= before + more || waiting === 0 && deliveries.size === 0;
        }, { what: `${more} events to be read`, timeoutMs: 600_000 });
      });
    try {
      const step = actsPerKill + writtenPerKill;
      for (let kill = 1; kill <= kills; kill++) {
        if (kill % 4 === 1) await incidents.changeToken();
        const resume = kill % 4 === 3 ? await incidents.pause() : null;
        const rotate = kill % 8 === 2 ? incidents.startRotation() : null;
        load.allow(kill);
        if (random.happens(0.5)) await load.progress(random.between(1, step));
        else await reading(random.between(1, 2 * step));
        const dies = random.happens(0.5);
        if (dies) {
          deliveries.hold();
          await graph.die();
        }
        app.kill();
        await app.exited;
        // What waited its 10 s is due at once: kills hit what is on its way.
        await stage.sql(hurryAll);
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
      await stage.sql(freeFiles);
      app = await stage.start({ port: app.port });
      await deliveries.hurry();
      await stage.sql((sql) => untilSettled(sql, () => deliveries.size === 0));
      await app.stop();
      await stage.sql((sql) => checkFiled(sql, { messages: crowd.messages, business }));
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

interface Counts {
  read: number;
  waiting: number;
}

async function countEvents(sql: Sql): Promise<[Counts]> {
  const [counts] = await sql<Counts>(`
    select count(*) filter (where state = 'read')::int as read,
      count(*) filter (where state = 'waiting')::int +
        (select count(body)::int from meta_hooks) as waiting
    from channel_events`);
  return [counts!];
}

/** Copies of events that may wait, so that kills hit both sides. */
const mostWaiting = 60;

function startLoad(
  { crowd, deliveries, members }: {
    crowd: MetaCustomers;
    deliveries: Deliveries;
    members: MetaMembers;
  },
) {
  let allowed = 0;
  const act = async () => {
    while (crowd.acts < most.acts) {
      const mayAct = () => deliveries.size < mostWaiting && crowd.acts < allowed * actsPerKill;
      await until(mayAct, { what: "Meta to have delivered", timeoutMs: 600_000 });
      await crowd.act();
    }
  };
  let attempts = 0;
  const write = async () => {
    while (attempts < most.written) {
      attempts++;
      const mayWrite = () => members.count < allowed * writtenPerKill;
      await until(mayWrite, { what: "the next kill", timeoutMs: 600_000 });
      await members.write();
    }
  };
  const running = Promise.all([act(), ...Array.from({ length: 4 }, write)]);
  running.catch(() => {}); // `finish` reports it
  const done = () => crowd.acts + members.count;
  return {
    /** So many acts and messages may be made as belong to the kills until this one. */
    allow(kill: number): void {
      allowed = kill;
    },
    /** Waits until this many more acts and messages were made, or all that may be. */
    async progress(more: number): Promise<void> {
      const target = Math.min(done() + more, allowed * (actsPerKill + writtenPerKill));
      const isThere = until(() => done() >= target, { what: `${more} more` });
      await Promise.race([running, isThere]);
    },
    async finish(): Promise<void> {
      await running;
      assert.equal(members.count, most.written);
    },
  };
}
