import assert from "node:assert/strict";
import { hasDovecot, password, startDovecot } from "../channels/email/dovecot.ts";
import { type Smtp, startSmtp } from "../channels/email/smtp.ts";
import { connectMailbox, makeSecretsKey } from "../support/channel_account.ts";
import { startKeyServer } from "../support/gateway.ts";
import { until } from "../support/wait.ts";
import { withDatabase } from "./support/channel_stage.ts";
import { newRandom } from "./support/random.ts";
import { countIn, MailLoad } from "./support/mail_load.ts";
import { long, proof } from "./support/proof.ts";
import { openStage, type Sql, testOn } from "./support/stage.ts";

/** `MAIL_KILLS=10` is a form between the short and the long one. */
const kills = Number(Deno.env.get("MAIL_KILLS")) || (long ? 200 : 3);
const most = { brought: kills * 25, written: kills * 10 };
/** Few enough that some write often, and none so often that they are held. */
const customers = long ? 500 : 40;
const email = "ana@taller.example";
const address = "hola@taller.example";

const kinds = hasDovecot ? ["postgres" as const] : [];
testOn(
  kinds,
  "a killed app has each mail in once, and out once or uncertain",
  async (kind) => {
    const random = newRandom();
    const keys = await startKeyServer();
    const secretsKey = makeSecretsKey();
    await using imap = await startDovecot();
    await using smtp = await startSmtp({
      ...{ secure: false, allowInsecureAuth: true, disabledCommands: ["STARTTLS"] },
    });
    refuseSome(smtp);
    await using stage = await openStage(kind, {
      users: [],
      env: {
        GATEWAY_JWKS_URL: keys.jwksUrl,
        INITIAL_ADMIN_EMAIL: email,
        SECRETS_KEYS: secretsKey,
        CHANNEL_ALLOW_NETS: "127.0.0.0/8",
      },
    });
    const user = "taller";
    const mailbox = { name: "Taller", address, user, password, secretsKey };
    const ports = { imapPort: imap.port, smtpPort: smtp.port };
    const via = await withDatabase(stage, ({ db }) => connectMailbox(db, { ...mailbox, ...ports }));
    let app = await stage.start();
    // What lies there before it is first read is the past, and was not asked for.
    await stage.sql((sql) =>
      until(async () => (await sql("select from mailboxes where uid_validity > 0")).length === 2, {
        what: "both folders to be read once",
      })
    );
    const token = () => keys.sign({ email, aud: "relevo-tests", sub: email });
    const base = () => app.url;
    const options = { random, base, imapPort: imap.port, user, via, token, customers, most };
    const load = new MailLoad(options).start();
    const restart = async () => app = await stage.start({ port: app.port });
    try {
      const step = Math.floor((most.brought + most.written) / kills);
      for (let kill = 1; kill <= kills; kill++) {
        await load.progress(random.between(1, 2 * step - 1));
        app.kill();
        await app.exited;
        // What waited its 10 s is due at once: kills hit what is on its way.
        await stage.sql(hurry);
        await restart();
      }
      await load.finish();
      await app.stop();
      await stage.sql(async (sql) => {
        await hurry(sql);
        for (const table of ["outbox", "channel_events"]) {
          await sql(`update ${table} set leased_until = now() - interval '1 second'
            where leased_until is not null`);
        }
      });
      await restart();
      await stage.sql((sql) => untilSettled(sql, load));
      // What lies in Sent is read too, and is known.
      await app.stop();
      await restart();
      const copies = await countIn(imap.port, user, "Sent");
      await stage.sql((sql) => untilSentIsRead(sql, copies));
      await app.stop();
      const uncertain = await stage.sql((sql) => verify(sql, { load, smtp, via }));
      const summary =
        `${load.brought.length} in, ${load.written.length} out, ${uncertain} uncertain`;
      proof(`${kills} kills of mail on ${kind}, seed ${random.seed}: ${summary}`);
    } catch (error) {
      throw new Error(`with SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
    } finally {
      await keys.stop();
    }
  },
);

/** One of twenty mails is refused for now, once, as greylisting does. */
function refuseSome(smtp: Smtp): void {
  const ids = new Set<string>();
  smtp.outcome = ({ text }) => {
    const id = idOf(text);
    if (ids.has(id) || parseInt(id.slice(1, 3), 16) % 20 !== 0) return undefined;
    ids.add(id);
    return { refuse: 451, text: "Greylisted" };
  };
}

function idOf(text: string): string {
  return /^Message-ID:\s*(<[^>]+>)/im.exec(text)![1]!;
}

async function hurry(sql: Sql): Promise<void> {
  await sql("update outbox set due_at = now() where state = 'queued' and due_at is not null");
}

/** All that was delivered is read, and what was written has gone, or nobody knows. */
async function untilSettled(sql: Sql, { brought }: MailLoad): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ events: number; left: number; open: number }>(`
      select (select count(*)::int from channel_events where direction = 'in') as events,
        (select count(*)::int from channel_events where state = 'waiting') as left,
        (select count(*)::int from outbox where state in ('queued', 'sending')) as open`);
    return row!.events >= brought.length && row!.left === 0 && row!.open === 0;
  }, { what: "all to be read and sent", timeoutMs: 600_000 });
}

async function untilSentIsRead(sql: Sql, copies: number): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ read: number }>(`
      select count(*)::int as read from channel_events where direction = 'out' and state = 'read'`);
    return row!.read === copies;
  }, { what: `${copies} copies of what was sent to be read`, timeoutMs: 120_000 });
}

/** @returns how many are uncertain */
async function verify(
  sql: Sql,
  { load, smtp, via }: { load: MailLoad; smtp: Smtp; via: number },
): Promise<number> {
  const filed = await sql<{ body: string }>(
    "select body from contact_messages where via_id = $1 and direction = 'in' order by id",
    [via],
  );
  assert.deepEqual(filed.map(({ body }) => body).sort(), [...load.brought].sort());
  for (const [what, query] of Object.entries(wrongs)) {
    assert.deepEqual(await sql(query), [], what);
  }
  const rows = await sql<{ id: number; state: string; own: string }>(`
    select o.message_id as id, o.state, m.external_id as own from outbox o
    join contact_messages m on m.id = o.message_id`);
  const ids = new Set(rows.map(({ id }) => id));
  assert.deepEqual(load.written.filter((id) => !ids.has(id)), [], "lost");
  const byId = Map.groupBy(smtp.mails, ({ text }) => idOf(text));
  const ownIds = new Set(rows.map(({ own }) => own));
  assert.deepEqual(
    [...byId.keys()].filter((id) => !ownIds.has(id)),
    [],
    "sent, and nobody wrote it",
  );
  const wrong = rows.filter(({ own, state }) => {
    const count = byId.get(own)?.length ?? 0;
    return count > 1 || (state === "sent" ? count === 0 : state !== "uncertain");
  });
  assert.deepEqual(wrong, []);
  return rows.filter(({ state }) => state === "uncertain").length;
}

const wrongs = {
  "what came in and was not read": "select id from channel_events where state <> 'read'",
  "a message of two mails": `select message_id from channel_events where direction = 'in'
    group by message_id having count(*) > 1`,
  "a copy in Sent that is a message of its own": `select m.id from contact_messages m
    where m.direction = 'out' and not exists (select from outbox o where o.message_id = m.id)`,
  "two contacts of one customer": `select email_norm from contacts group by email_norm
    having count(*) > 1`,
};
