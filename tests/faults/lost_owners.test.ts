/** Mails whose process died, or froze, between the last byte and the server's answer. */
import assert from "node:assert/strict";
import { hasDovecot, password, startDovecot } from "../channels/email/dovecot.ts";
import { startSmtp } from "../channels/email/smtp.ts";
import { connectMailbox, makeSecretsKey } from "../support/channel_account.ts";
import { startKeyServer } from "../support/gateway.ts";
import type { App } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { withDatabase } from "./support/channel_stage.ts";
import { ask } from "./support/client.ts";
import { anyKind, openStage, type Sql, type Stage, testOn } from "./support/stage.ts";

const email = "ana@taller.example";

/** A company with a mailbox, whose server takes mails and does not answer. */
async function openScene(kind: Stage["kind"]) {
  await using disposing = new AsyncDisposableStack();
  const keys = await startKeyServer();
  disposing.defer(() => keys.stop());
  const secretsKey = makeSecretsKey();
  const imap = disposing.use(await startDovecot());
  const smtp = disposing.use(
    await startSmtp({
      ...{ secure: false, allowInsecureAuth: true, disabledCommands: ["STARTTLS"] },
    }),
  );
  smtp.outcome = () => "take and wait";
  const stage = disposing.use(
    await openStage(kind, {
      users: [],
      env: {
        GATEWAY_JWKS_URL: keys.jwksUrl,
        INITIAL_ADMIN_EMAIL: email,
        SECRETS_KEYS: secretsKey,
        CHANNEL_ALLOW_NETS: "127.0.0.0/8",
      },
    }),
  );
  const via = await withDatabase(stage, ({ db }) =>
    connectMailbox(db, {
      ...{ name: "Taller", address: "hola@taller.example", user: "taller", password, secretsKey },
      ...{ imapPort: imap.port, smtpPort: smtp.port, settings: { sent_copy: false } },
    }));
  const api = async (app: App, method: string, path: string, json?: unknown) => {
    const headers = {
      "Cf-Access-Jwt-Assertion": await keys.sign({ email, aud: "relevo-tests", sub: email }),
    };
    const { status, body } = await ask(app.url, method, `/api/admin/${path}?company_id=1`, {
      ...{ json, headers },
    });
    assert.ok(status < 300, JSON.stringify(body));
    return body.data;
  };
  const resources = disposing.move();
  return {
    ...{ smtp, stage, api },
    /** Writes to somebody, and waits until the server has the whole mail. */
    async sendBy(app: App): Promise<string> {
      const person = { name: "Luis", email: "luis@cliente.example" };
      const contact = await api(app, "POST", "contacts", person);
      const path = `contacts/${contact.id}/messages`;
      const body = { direction: "out", via, subject: "X", body: "Hola" };
      const message = await api(app, "POST", path, body);
      await until(() => smtp.waiting.length === 1, { what: "the mail at its server" });
      return `${path}/${message.id}`;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** However slow the machine is, the lease itself has not ended. */
function lengthen(sql: Sql) {
  return sql<{ state: string }>(`update outbox set leased_until = now() + interval '1 hour'
    where lease is not null returning state`);
}

testOn(
  hasDovecot ? anyKind : [],
  "what a killed process was sending is uncertain when it is up again",
  async (kind) => {
    await using scene = await openScene(kind);
    const { stage, smtp, api } = scene;
    const killed = await stage.start();
    const path = await scene.sendBy(killed);
    killed.kill();
    await killed.exited;
    assert.deepEqual(await stage.sql(lengthen), [{ state: "sending" }]);

    const app = await stage.start();
    const lost = (await api(app, "GET", path)).delivery;
    assert.deepEqual([lost.state, lost.can], ["uncertain", ["resend", "settle"]]);
    const settled = (await api(app, "POST", `${path}/settle`)).delivery;
    assert.deepEqual([settled.state, settled.can], ["sent", []]);
    await app.stop();
    assert.equal(smtp.mails.length, 1);
    const rows = await stage.sql((sql) =>
      sql(`select id::text from processes union all
        select id::text from outbox where lease is not null`)
    );
    assert.deepEqual(rows, []);
  },
);

testOn(
  hasDovecot ? ["postgres"] : [],
  "what a frozen process was sending is taken over, and it stores nothing over that",
  async (kind) => {
    await using scene = await openScene(kind);
    const { stage, smtp, api } = scene;
    const frozen = await stage.start({ name: "a" });
    const path = await scene.sendBy(frozen);
    const other = await stage.start({ name: "b" });
    assert.equal((await api(other, "GET", path)).delivery.state, "sending");
    frozen.kill("SIGSTOP");
    await stage.sql(async (sql) => {
      await lengthen(sql);
      await sql(`update processes set seen_at = now() - interval '21 seconds'
        where id = (select lease from outbox)`);
    });
    const delivery = async () => (await api(other, "GET", path)).delivery;
    const lost = await until(async () => {
      const standing = await delivery();
      return standing.state !== "sending" && standing;
    }, { what: "the other process to take over" });
    assert.deepEqual([lost.state, lost.can], ["uncertain", ["resend", "settle"]]);
    const count = () => stage.sql(async (sql) => (await sql("select id from processes")).length);
    await until(async () => await count() === 1, { what: "the frozen one to be struck off" });

    frozen.kill("SIGCONT");
    for (const answer of smtp.waiting) answer();
    await until(() => frozen.log().includes("message_attempt"), { what: "its attempt to end" });
    await until(async () => await count() === 2, { what: "its next beat" });
    assert.equal((await delivery()).state, "uncertain");
    assert.equal(smtp.mails.length, 1);
  },
);
