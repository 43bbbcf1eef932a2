/** A real process tells its operator what is wrong, and Prometheus by the series that it offers. */
import assert from "node:assert/strict";
import { join } from "node:path";
import pg from "pg";
import { runTask } from "../commands/harness.ts";
import { openMailbox } from "../gateway/support/mailbox.ts";
import { findServerPrograms, startCluster } from "../support/cluster.ts";
import { startKeyServer } from "../support/gateway.ts";
import { freePort, startApp } from "../support/process.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { subjectsIn } from "../alerts/scene.ts";
import { Scrapes } from "../alerts/scrapes.ts";

const email = "marta@shop.example";

Deno.test({
  name: "a process tells of what is wrong, and without its database of that",
  ignore: findServerPrograms() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using mailbox = await openMailbox();
    await using heart = startReceiver();
    await using keys = await startKeyServer();
    await using cluster = await startCluster({ fsync: false });
    const dataDir = await Deno.makeTempDir({ prefix: "relevo-alerts-" });
    const backup = join(dataDir, "relevo-20261128T100000Z.tar");
    await Deno.writeTextFile(backup, "x");
    const metricsPort = freePort();
    const env = {
      DATA_DIR: dataDir,
      BACKUP_DIR: dataDir,
      BACKUP_MAX_AGE_HOURS: "30",
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: await cluster.createDatabase(),
      GATEWAY_JWKS_URL: keys.jwksUrl,
      GATEWAY_AUDIENCE: "relevo-tests",
      OPERATOR_EMAIL: email,
      ALERT_AFTER_SECONDS: "5",
      HEARTBEAT_URL: `${heart.url}/beat`,
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(mailbox.port),
      SMTP_SECURITY: "none",
      SMTP_FROM: "relevo@shop.example",
    };
    const app = await startApp({ env });
    const scrapes = new Scrapes(`http://127.0.0.1:${metricsPort}/metrics`);
    try {
      const [beat] = await heart.received(1);
      assert.deepEqual([beat!.method, beat!.url.pathname], ["GET", "/beat"]);
      const mail = (subject: string) =>
        until(async () => (await subjectsIn(mailbox)).some((one) => one.endsWith(subject)), {
          what: `a mail: ${subject}`,
        });
      await scrapes.read("well", (value) => value("relevo_backup_age_seconds") < 86_400);
      await breakMuch({ cluster, env, app, backup, signOut: () => keys.stop() });
      await mail("La copia de seguridad es antigua");
      await scrapes.read("wrong", (value) =>
        value("relevo_oldest_owed_seconds", "due") > 1_200 &&
        value("relevo_backup_age_seconds") > 30 * 3_600 &&
        value("relevo_refusals_total", "keys_unavailable") >= 6);
      await runTask("hold", [], env);
      await mail("La instalación está retenida");
      await scrapes.read("held", (value) => value("relevo_held") === 1);
      await runTask("release", ["--owed", "keep"], env);
      await mail("resuelto: La instalación está retenida");
      await cluster.stop({ mode: "immediate" });
      await mail("La base de datos no responde");
      await scrapes.read("away", (value) => value("relevo_stuck", "database") === 1);
      await cluster.start();
      await mail("resuelto: La base de datos no responde");
      assert.ok(mailbox.messages.every(({ to }) => to === env.OPERATOR_EMAIL));
      await scrapes.expect({
        well: [],
        wrong: ["backup_old", "deliveries_late", "errors", "job_missing", "sign_in_keys_away"],
        held: ["backup_old", "held"],
        away: ["database_away"],
      }, "away");
    } catch (error) {
      console.log(app.log());
      throw error;
    } finally {
      await app.stop();
      await Deno.remove(dataDir, { recursive: true });
    }

    async function breakMuch({ backup, signOut, app, env, cluster }: Broken) {
      const { out: key } = await runTask("key", ["create", "--company=1", "--name=shop"], env);
      const call = (path: string, headers: Record<string, string>, json?: unknown) =>
        fetch(`${app.url}${path}`, {
          method: json ? "POST" : "GET",
          headers: { "Content-Type": "application/json", ...headers },
          body: json === undefined ? null : JSON.stringify(json),
        }).then(async (response) => (await response.body?.cancel(), response.status));
      const question = { userId: "maria", title: "¿Abrimos?", body: "Es festivo." };
      const remind = { every: 3_600, times: 2 };
      const as = { Authorization: `Bearer ${key.trim()}` };
      assert.equal(await call("/api/notify", as, { ...question, remind }), 202);
      const url = Object.assign(new URL(cluster.adminUrl), {
        pathname: new URL(env.DATABASE_URL!).pathname,
      });
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      // Somebody else's: a sweep of this process would act on it.
      await client.query(`update due_times set due_at = now() - interval '25 minutes',
        lease = gen_random_uuid(), leased_until = now() + interval '1 hour'`);
      // One of each hour and one of each night: whenever this runs, one of them does not.
      await client.query(`insert into job_ends (name, ended_at)
        select name, now() - interval '3 days'
        from unnest('{forget old pairing codes,make the next occurrences of events}'::text[]) name
        on conflict (name) do update set ended_at = excluded.ended_at`);
      await client.end();
      const old = new Date(Date.now() - 31 * 3_600_000);
      await Deno.utime(backup, old, old);
      const token = await keys.sign({ email, aud: "relevo-tests", sub: email });
      await signOut();
      for (let at = 0; at < 6; at++) {
        const status = await call("/api/admin/me", { "Cf-Access-Jwt-Assertion": token });
        assert.equal(status, 503);
      }
    }
  },
});

interface Broken {
  cluster: { adminUrl: string };
  env: Record<string, string>;
  app: { url: string };
  backup: string;
  signOut(): Promise<void>;
}
