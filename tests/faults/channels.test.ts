import assert from "node:assert/strict";
import { makeSecretsKey } from "../support/channel_account.ts";
import { startKeyServer } from "../support/gateway.ts";
import { FakeGraph } from "../support/graph/graph.ts";
import { until } from "../support/wait.ts";
import { ChannelLoad, phoneOf, startOutlet } from "./support/channel_load.ts";
import { type Channel, connectAccounts } from "./support/channel_stage.ts";
import { newRandom } from "./support/random.ts";
import { ask, each } from "./support/client.ts";
import { long, proof } from "./support/proof.ts";
import { anyKind, openStage, type Sql, testOn } from "./support/stage.ts";

const kills = long ? 200 : 4;
const most = long ? { brought: 5_000, written: 2_000 } : { brought: 120, written: 50 };
/** Few enough that some write often, and none so often that it seems a loop. */
const customers = long ? 500 : 30;
const email = "ana@taller.example";

testOn(
  anyKind,
  "a killed app has each message in once, out once or uncertain, and no file torn",
  async (kind) => {
    const random = newRandom();
    const keys = await startKeyServer();
    const secretsKey = makeSecretsKey();
    await using graph = FakeGraph.start();
    await using stage = await openStage(kind, {
      users: [],
      env: {
        GATEWAY_JWKS_URL: keys.jwksUrl,
        INITIAL_ADMIN_EMAIL: email,
        SECRETS_KEYS: secretsKey,
        CHANNEL_ALLOW_NETS: "127.0.0.0/8",
        META_GRAPH_URL: graph.url,
      },
    });
    await using outlet = startOutlet(() => channel.program.secret, { refuses: 0.05 });
    const channel = await connectAccounts(stage, {
      ...{ url: outlet.url, secretsKey, graph },
      customers: Array.from({ length: customers }, (_, at) => phoneOf(at + 1)),
    });
    let app = await stage.start();
    const token = () => keys.sign({ email, aud: "relevo-tests", sub: email });
    const base = () => app.url;
    const load = new ChannelLoad({ random, base, channel, token, customers, most }).start();
    const restart = async () => app = await stage.start({ port: app.port });
    try {
      const step = Math.floor((most.brought + most.written) / kills);
      for (let kill = 1; kill <= kills; kill++) {
        await load.progress(random.between(1, 2 * step - 1));
        app.kill();
        await app.exited;
        // What waited its 10 s is due at once: kills hit what is on its way.
        if (!long || kind === "postgres") await stage.sql(hurry);
        await restart();
      }
      await load.finish();
      await app.stop();
      await stage.sql(async (sql) => {
        await hurry(sql);
        await sql(`update outbox set leased_until = now() - interval '1 second'
          where leased_until is not null`);
      });
      await restart();
      await untilSettled(load, { base: app.url, token });
      app.kill();
      await app.exited;
      const uncertain = await stage.sql((sql) => verify(sql, { load, channel, outlet, graph }));
      const summary =
        `${load.brought.length} in, ${load.written.length} out, ${uncertain} uncertain`;
      proof(`${kills} kills of channels on ${kind}, seed ${random.seed}: ${summary}`);
    } catch (error) {
      throw new Error(`with SEED=${random.seed}: ${(error as Error).message}`, { cause: error });
    } finally {
      await keys.stop();
    }
  },
);

async function hurry(sql: Sql): Promise<void> {
  await sql("update outbox set due_at = now() where state = 'queued' and due_at is not null");
}

/** Messages of members have gone, or are uncertain. */
async function untilSettled(
  { written }: ChannelLoad,
  { base, token }: { base: string; token: () => Promise<string> },
): Promise<void> {
  await each(new Set(written.map(({ contactId }) => contactId)), 4, async (id) => {
    await until(async () => {
      const headers = { "Cf-Access-Jwt-Assertion": await token() };
      const path = `/api/admin/contacts/${id}/messages?company_id=1&per_page=100`;
      const { status, body } = await ask(base, "GET", path, { headers });
      assert.equal(status, 200);
      assert.ok(body.meta.total <= 100);
      return body.data.every(({ delivery }: { delivery: { state: string } | null }) =>
        delivery === null || ["sent", "uncertain"].includes(delivery.state)
      );
    }, { what: `all that contact ${id} was written to be on its way` });
  });
}

interface Filed {
  externalId: string;
  messageId: number;
  contactId: number;
  digest: string | null;
}

/** @returns how many are uncertain */
async function verify(
  sql: Sql,
  { load, channel, outlet, graph }: {
    load: ChannelLoad;
    channel: Channel;
    outlet: ReturnType<typeof startOutlet>;
    graph: FakeGraph;
  },
): Promise<number> {
  assert.deepEqual(outlet.forged, []);
  const filed = await sql<Filed>(
    `
    select m.external_id as "externalId", m.id as "messageId", m.contact_id as "contactId",
      (select encode(sha256(string_agg(c.bytes, ''::bytea order by c.number)), 'hex')
        from files f join file_chunks c on c.file_id = f.id where f.message_id = m.id) as digest
    from contact_messages m where m.via_id = $1 and m.direction = 'in'`,
    [channel.program.id],
  );
  const byId = (a: { messageId: number }, b: { messageId: number }) => a.messageId - b.messageId;
  const promised = load.brought.map(({ digest = null, ...rest }) => ({ ...rest, digest }));
  assert.deepEqual(filed.sort(byId), promised.sort(byId));
  for (const [what, query] of Object.entries(wrongs)) {
    assert.deepEqual(await sql(query), [], what);
  }
  const rows = await sql<{ key: string; id: number; via: number; state: string }>(
    "select id as key, message_id as id, account_id as via, state from outbox",
  );
  const ids = new Set(rows.map(({ id }) => id));
  assert.deepEqual(load.written.filter(({ messageId }) => !ids.has(messageId)), [], "lost");
  const takenOf = ({ key, id, via }: (typeof rows)[number]) =>
    via === channel.program.id
      ? outlet.taken.get(id) ?? []
      : graph.state.sent.filter(({ opaque }) => opaque === key).map((one) => one.id);
  const wrong = rows.filter((row) => {
    const arrivals = takenOf(row);
    if (row.via === channel.program.id) return row.state !== "sent" || new Set(arrivals).size !== 1;
    return arrivals.length > 1 ||
      (row.state === "sent" ? arrivals.length === 0 : row.state !== "uncertain");
  });
  assert.deepEqual(wrong.map((row) => ({ ...row, taken: takenOf(row) })), []);
  return rows.filter(({ state }) => state === "uncertain").length;
}

const wrongs = {
  "what came in and was not read": "select id from channel_events where state <> 'read'",
  "a message of two events": `
    select message_id from channel_events group by message_id having count(*) > 1`,
  "two contacts of one customer": `
    select value from identities where kind = 'account_id' group by value having count(*) > 1`,
  "a file that is torn": `
    select f.id from files f left join file_chunks c on c.file_id = f.id
    where f.message_id is not null group by f.company_id, f.id
    having f.state <> 'kept' or sum(length(c.bytes)) <> f.size`,
};
