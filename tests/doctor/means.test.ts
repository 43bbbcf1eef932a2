/** The mail server, back-ups and further database servers, as the doctor sees them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { checkServers } from "@/lib/doctor/standby_check.ts";
import { openMailbox } from "../gateway/support/mailbox.ts";
import { findServerPrograms, startCluster } from "../support/cluster.ts";
import { freePort } from "../support/process.ts";
import { addressOn, startStandby } from "../support/standby.ts";
import { runTask } from "../commands/harness.ts";
import { examine } from "./scene.ts";

Deno.test("a mail server lets in, sends a trial, or is of no use", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "relevo-doctor-" });
  await using mailbox = await openMailbox();
  const env = {
    DATA_DIR: dataDir,
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(mailbox.port),
    SMTP_SECURITY: "none",
    SMTP_FROM: "Relevo <relevo@example.com>",
    SMTP_USER: "relevo",
    SMTP_PASSWORD: "correct horse",
  };
  const mailOf = async (more: Record<string, string>) =>
    (await examine({ ...env, ...more })).of("mail");
  assert.equal((await mailOf({})).state, "ok");
  assert.equal(mailbox.messages.length, 0);

  const address = "ana@example.com";
  const { out } = await runTask("doctor", ["--mail", address], { ...env, LANG: "es_ES.UTF-8" });
  assert.match(out, /^ok +mail +El servidor de correo aceptó un mensaje para ana@example\.com\.$/m);
  assert.deepEqual(mailbox.messages.map(({ to }) => to), [address]);
  assert.match(mailbox.messages[0]!.text, /Prueba del correo de Relevo/);

  for (
    const [more, saw] of [
      [{ SMTP_PASSWORD: "wrong" }, /is of no use/],
      [{ SMTP_PORT: String(freePort()) }, /ECONNREFUSED/],
      [{ SMTP_SECURITY: "starttls" }, /STARTTLS/i],
    ] as [Record<string, string>, RegExp][]
  ) {
    const mail = await mailOf(more);
    assert.equal(mail.state, "failure", JSON.stringify(more));
    assert.match(mail.saw, saw);
  }
  assert.equal((await mailOf({ SMTP_HOST: "", SMTP_USER: "" })).state, "skipped");
  const unset = await runTask("doctor", ["--mail", address], { DATA_DIR: dataDir });
  assert.match(unset.out, /^FAIL +mail /m);
  assert.equal((await runTask("doctor", ["--mail", "ana"], env)).code, 2);
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("the newest back-up is old, or there is none", async () => {
  const folder = await Deno.makeTempDir({ prefix: "relevo-doctor-" });
  const env = { DATA_DIR: join(folder, "data"), BACKUP_DIR: folder };
  const backupOf = async (more = {}) => (await examine({ ...env, ...more })).of("backup");
  assert.match((await backupOf()).saw, /^There is no back-up in /);
  const file = join(folder, "relevo-20261129T030000Z.tar");
  await Deno.writeTextFile(file, "x");
  assert.equal((await backupOf()).state, "ok");
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await Deno.utime(file, twoDaysAgo, twoDaysAgo);
  assert.equal((await backupOf()).state, "warning");
  assert.equal((await backupOf({ BACKUP_MAX_AGE_HOURS: "72" })).state, "ok");
  assert.equal((await backupOf({ BACKUP_DIR: "" })).state, "skipped");
  await Deno.remove(folder, { recursive: true });
});

Deno.test({
  name: "each server that DATABASE_URL names is asked",
  ignore: Deno.env.get("TEST_CLUSTER") === "none" || findServerPrograms() === null,
  async fn() {
    await using first = await startCluster({ fsync: false });
    const url = await first.createDatabase({ owner: "shop" });
    const second = await startStandby(first, { name: "second" });
    const address = addressOn([first, second], url);
    assert.equal((await checkServers(url)).state, "skipped");
    assert.equal((await checkServers(address)).state, "ok");
    const port = new URL(second.adminUrl).port;
    await second.destroy();
    const finding = await checkServers(address);
    assert.equal(finding.state, "warning");
    assert.match(finding.saw.en, new RegExp(`127\\.0\\.0\\.1:${port} does not answer`));
    assert.match(finding.advice!.es, /standby\.md/);
  },
});
