/** A database from before messages left by Meta sends none of them again. */
import assert from "node:assert/strict";
import { metaKinds } from "@/lib/channels/meta/account_settings.ts";
import { runTask } from "../commands/harness.ts";
import { makeSecretsKey } from "../support/channel_account.ts";
import { startKeyServer } from "../support/gateway.ts";
import { Deliveries } from "../support/graph/deliveries.ts";
import { FakeGraph } from "../support/graph/graph.ts";
import { until } from "../support/wait.ts";
import { backUp } from "./support/back_up.ts";
import { MetaCustomers } from "./support/meta_customers.ts";
import { MetaMembers } from "./support/meta_members.ts";
import { connectBusiness, metaEnv } from "./support/meta_stage.ts";
import { proof } from "./support/proof.ts";
import { newRandom } from "./support/random.ts";
import { anyKind, openStage, testOn } from "./support/stage.ts";

const email = "ana@taller.example";

testOn(
  anyKind,
  "what left after a back-up was made does not leave again by its restore",
  async (kind) => {
    const random = newRandom();
    const keys = await startKeyServer();
    const secretsKey = makeSecretsKey();
    await using graph = FakeGraph.start();
    const env = {
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
    const crowd = new MetaCustomers({ graph, deliveries, business, random, count: 1 });
    const token = () => keys.sign({ email, aud: "relevo-tests", sub: email });
    const members = new MetaMembers({ random, base: () => app.url, token, business });
    const restart = async () => app = await stage.start({ port: app.port });
    const kill = async () => {
      app.kill();
      await app.exited;
    };
    const hurry = () =>
      stage.sql((sql) => sql("update outbox set due_at = now() where state = 'queued'"));
    const statesOf = async () => {
      const rows = await stage.sql((sql) =>
        sql<{ id: string; state: string }>("select id, state from outbox order by id")
      );
      return rows.map(({ state }) => state);
    };
    try {
      const hear = async () => {
        await crowd.act();
        await deliveries.hurry();
      };
      const contacts = await until(async () => {
        await hear();
        const { body } = await members.call("GET", "contacts?per_page=200");
        const heard = body.data as { id: number; channel: string }[];
        return metaKinds.every((name) => heard.some(({ channel }) => channel === name)) && heard;
      }, { what: "a customer on each app" });
      // A customer whose first act was no message cannot be answered before they write.
      const reach = async (name: (typeof metaKinds)[number], text: string) => {
        const { id } = contacts.find(({ channel }) => channel === name)!;
        const { status, body } = await members.call("POST", `contacts/${id}/messages`, {
          ...{ direction: "out", via: business.accounts[name].id, body: text },
        });
        if (body.code === "window_closed") return await hear().then(() => false);
        assert.equal(status, 201, JSON.stringify(body));
        return true;
      };
      const write = async (text: string) => {
        for (const name of metaKinds) {
          await until(() => reach(name, text), { what: `${name} to be open to an answer` });
        }
      };
      await write("Una");
      await write("Dos");
      await kill();
      const restore = await backUp(stage);
      // Nothing has left yet, and nothing is lost by a kill.
      assert.deepEqual(await statesOf(), Array(6).fill("queued"));
      await hurry();
      await restart();
      await until(() => graph.state.sent.length === 6, { what: "all to leave" });
      await kill();
      await restore();
      await hurry();
      await restart();
      await write("Tres");
      await kill();
      // Another database, even by the same name, holds the installation.
      const database = { DATABASE_URL: stage.databaseUrl ?? "", DATA_DIR: stage.dataDir() };
      const released = await runTask("release", ["--owed", "keep"], database);
      assert.equal(released.code, 0, released.err);
      await hurry();
      await restart();
      await until(() => graph.state.sent.length === 9, { what: "what was written since" });
      await app.stop();
      // What Meta had still to tell of them has settled some.
      const settled = ["uncertain", "sent", "delivered", "read"];
      const states = (await statesOf()).slice(0, 6);
      assert.ok(states.every((state) => settled.includes(state)), states.join());
      const texts = graph.state.sent.slice(6).map(({ body }) => JSON.stringify(body));
      assert.ok(texts.every((text) => text.includes("Tres")), texts.join());
      assert.equal(graph.state.sent.length, 9);
      proof(`back-up restored on ${kind}: of 6 messages that had left 0 left again`);
    } finally {
      deliveries.hold();
      await keys.stop();
    }
  },
);
