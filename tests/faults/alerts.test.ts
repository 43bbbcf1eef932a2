/** A real process tells its operator: that it is held, that its database is away, and that it lives. */
import assert from "node:assert/strict";
import { runTask } from "../commands/harness.ts";
import { openMailbox } from "../gateway/support/mailbox.ts";
import { findServerPrograms, startCluster } from "../support/cluster.ts";
import { startReceiver } from "../support/receiver.ts";
import { startApp } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { subjectsIn } from "../alerts/scene.ts";

Deno.test({
  name: "a process tells of a held installation, and without its database of that",
  ignore: findServerPrograms() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using mailbox = await openMailbox();
    await using heart = startReceiver();
    await using cluster = await startCluster({ fsync: false });
    const dataDir = await Deno.makeTempDir({ prefix: "relevo-alerts-" });
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: await cluster.createDatabase(),
      GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
      GATEWAY_AUDIENCE: "relevo-tests",
      OPERATOR_EMAIL: "marta@shop.example",
      ALERT_AFTER_SECONDS: "5",
      HEARTBEAT_URL: `${heart.url}/beat`,
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(mailbox.port),
      SMTP_SECURITY: "none",
      SMTP_FROM: "relevo@shop.example",
    };
    const app = await startApp({ env });
    try {
      const [beat] = await heart.received(1);
      assert.deepEqual([beat!.method, beat!.url.pathname], ["GET", "/beat"]);
      const mail = (subject: string) =>
        until(async () => (await subjectsIn(mailbox)).some((one) => one.endsWith(subject)), {
          what: `a mail: ${subject}`,
        });
      await runTask("hold", [], env);
      await mail("La instalación está retenida");
      await runTask("release", ["--owed", "keep"], env);
      await mail("resuelto: La instalación está retenida");
      await cluster.stop({ mode: "immediate" });
      await mail("La base de datos no responde");
      await cluster.start();
      await mail("resuelto: La base de datos no responde");
      assert.ok(mailbox.messages.every(({ to }) => to === env.OPERATOR_EMAIL));
    } catch (error) {
      console.log(app.log());
      throw error;
    } finally {
      await app.stop();
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});
