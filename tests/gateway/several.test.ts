/** Several gateways on one Postgres, and a Postgres that goes and comes back. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { readGatewayConfig } from "@/gateway/config.ts";
import { openGateway } from "@/gateway/open.ts";
import { createLog } from "@/lib/tools/log.ts";
import { buildFolder } from "../support/build_folder.ts";
import { type Cluster, findServerPrograms, startCluster } from "../support/cluster.ts";
import { openFront } from "../support/front.ts";
import { freePort } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { browserLimits } from "@/gateway/auth/limits.ts";
import { type Mailbox, openMailbox } from "./support/mailbox.ts";
import { audience, secret } from "./support/scene.ts";
import { type StandIn, startStandIn } from "./support/stand_in.ts";
import { Visitor } from "./support/visitor.ts";

const ana = "ana@shop.example";
const hasPostgres = Deno.env.get("TEST_CLUSTER") !== "none" && findServerPrograms() !== null;

/** A database with a schema for the gateway, by the admin's own role. */
async function prepared(cluster: Cluster): Promise<string> {
  const url = await cluster.createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create schema "${new URL(url).username}"`);
  await client.end();
  return url;
}

Deno.test({
  name: "gateway: two of them, taking turns, and a database that restarts",
  ignore: !hasPostgres,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    await using cluster = await startCluster({ fsync: false });
    await using app = startStandIn({ secret });
    await using mailbox = await openMailbox();
    const port = freePort();
    const origin = `http://localhost:${port}`;
    const url = await prepared(cluster);
    const open = () => openOne({ origin, app, url, mailbox });
    // At once: both bring the schema up, and make one key.
    const both = await Promise.all([open(), open()]);
    const fronts = await Promise.all(both.map((one) => openFront([one.url])));
    let turn = 0;
    const balancer = createServer((req, res) =>
      fronts[turn++ % 2]!.proxy.forward(req, res, { unreachable: () => res.destroy() })
    );
    await new Promise<void>((listening) => balancer.listen(port, "127.0.0.1", listening));
    const person = new Visitor(origin);
    try {
      await t.step("one key set, and each request may go to either", async () => {
        const sets = await Promise.all(both.map(async (one) => {
          const response = await fetch(`${one.url}/.gateway/jwks`);
          return await response.json();
        }));
        assert.deepEqual(sets[0], sets[1]);
        assert.equal(sets[0].keys.length, 1);
        assert.equal((await person.redeem(await app.invite(ana, 1))).status, 200);
        for (let times = 0; times < 4; times++) {
          assert.equal((await person.get("/panel")).text, "the app");
        }
      });
      await t.step("a session that is ended at one is over at the other", async () => {
        const phone = new Visitor(origin, person.device);
        await phone.signIn();
        for (let times = 0; times < 2; times++) await phone.get("/panel");
        await person.form("/.gateway/account/end-all", {});
        for (let times = 0; times < 2; times++) {
          assert.equal((await phone.get("/panel")).status, 302);
        }
      });
      await t.step("a code that one has sent is good at the other", async () => {
        const eva = new Visitor(origin);
        await app.addMember("eva@shop.example", 1);
        await eva.form("/.gateway/code", { email: "eva@shop.example" });
        const code = await mailbox.code("eva@shop.example");
        const fields = { email: "eva@shop.example", code };
        assert.equal((await eva.form("/.gateway/code/check", fields)).status, 303);
      });
      await t.step("they count together", async () => {
        const { most } = browserLimits[0]!;
        const answers = [];
        for (let times = 0; times <= most; times++) {
          answers.push((await person.form("/.gateway/code", { email: ana })).status);
        }
        assert.deepEqual(answers, [...Array(most).fill(200), 429]);
      });
      await t.step("a link is good once among them", async () => {
        const link = await app.invite("leo@shop.example", 1);
        const people = [new Visitor(origin), new Visitor(origin)];
        const answers = await Promise.all(people.map((one) => one.redeem(link)));
        const [first, refused] = answers.map(({ status }) => status).sort();
        assert.equal(first, 200);
        // One that asks a moment later finds the link used, or the passkey made.
        assert.ok([409, 410].includes(refused!), String(refused));
      });
      await t.step("a database that restarts", () => checkRestart({ person, cluster, origin }));
    } finally {
      for (const front of fronts) await front[Symbol.asyncDispose]();
      balancer.closeAllConnections();
      await new Promise((closed) => balancer.close(closed));
      for (const one of both) await one.close();
    }
  },
});

async function checkRestart(
  { person, cluster, origin }: { person: Visitor; cluster: Cluster; origin: string },
) {
  await person.signIn();
  await cluster.stop();
  const away = await person.get("/panel", { accept: "application/json" });
  assert.deepEqual([away.status, away.json.code], [503, "database_unavailable"]);
  assert.equal((await person.get("/phone/")).text, "the app", "public paths pass");
  assert.equal((await new Visitor(origin).signIn()).status, 503);
  await cluster.start();
  await until(async () => (await person.get("/panel")).text === "the app", {
    what: "sessions to hold again",
  });
}

function openOne(
  { origin, app, url, mailbox }: { origin: string; app: StandIn; url: string; mailbox: Mailbox },
) {
  return openGateway(
    readGatewayConfig({
      PUBLIC_URL: origin,
      GATEWAY_PORT: String(freePort()),
      GATEWAY_APP_URL: app.url,
      GATEWAY_SECRET: secret,
      GATEWAY_AUDIENCE: audience,
      GATEWAY_AUTH_SECRET: "signs what the gateways say, in a test",
      GATEWAY_DATABASE_URL: url,
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(mailbox.port),
      SMTP_SECURITY: "none",
      SMTP_FROM: "relevo@shop.example",
    }),
    { log: createLog("error", () => {}), assets: join(buildFolder, "static/gateway") },
  );
}
