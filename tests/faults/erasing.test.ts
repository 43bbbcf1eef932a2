import assert from "node:assert/strict";
import { type KeyServer, startKeyServer } from "../support/gateway.ts";
import { until } from "../support/wait.ts";
import { newChance } from "./support/chance.ts";
import { type Answer, tryToAsk } from "./support/client.ts";
import { long, proof } from "./support/proof.ts";
import { openStage, type Sql, type Stage, testOn } from "./support/stage.ts";

const kills = long ? 10 : 2;
const perKill = 6;
const email = "ana@taller.example";

testOn(["postgres", "pglite"], "a killed app erases a person whole or not at all", async (kind) => {
  const chance = newChance();
  await using keys = await keyServer();
  await using stage = await stageFor(kind, keys);
  const app = await runningApp(stage, keys);
  let unanswered = 0;
  try {
    const clients = new Map<string, number>();
    for (let one = 1; one <= kills * perKill; one++) {
      clients.set(`persona${one}x`, await know(app, `persona${one}x`));
    }
    await app.kill();
    const before = await stage.sql(rowsByName);
    assert.deepEqual([...before.keys()].sort(), [...clients.keys()].sort());
    const erased = new Set<string>();
    const eraseRest = async () => {
      for (const [name, id] of clients) {
        if (erased.has(name)) continue;
        const answer = await app.call("POST", `/clients/${id}/erase`, { confirm: name });
        if (answer === null) return;
        // Of one whose answer was lost nothing may be left.
        assert.ok([200, 404].includes(answer.status), JSON.stringify(answer.body));
        erased.add(name);
      }
    };
    for (let kill = 1; kill <= kills; kill++) {
      await app.start();
      const target = erased.size + chance.between(1, perKill - 1);
      const erasing = eraseRest();
      await until(() => erased.size >= target, { what: "erasures" });
      await app.kill();
      await erasing;
      const after = await stage.sql(rowsByName);
      for (const [name, rows] of after) {
        assert.ok(!erased.has(name), `${name} was erased, and is there`);
        assert.deepEqual(rows, before.get(name), `${name} was erased by half`);
      }
      unanswered += clients.size - erased.size - after.size;
    }
    await app.start();
    await eraseRest();
    await app.kill();
    assert.deepEqual(await stage.sql(rowsByName), new Map());
  } catch (error) {
    throw new Error(`with SEED=${chance.seed}: ${(error as Error).message}`, { cause: error });
  }
  proof(`${kills} kills while erasing on ${kind}, seed ${chance.seed}: ${unanswered} unanswered`);
});

testOn(
  ["postgres"],
  "an app killed in the midst of an erasure has erased nothing",
  async (kind) => {
    await using keys = await keyServer();
    await using stage = await stageFor(kind, keys);
    const app = await runningApp(stage, keys);
    const id = await know(app, "persona1x");
    const before = await stage.sql(rowsByName);
    const erase = () => app.call("POST", `/clients/${id}/erase`, { confirm: "persona1x" });
    await stage.sql(async (sql) => {
      await sql("begin");
      await sql("lock table activities in share mode");
      const erasing = erase();
      // By a session of its own: a transaction sees the activity of its first look.
      const midway = () =>
        stage.sql(async (sql) => {
          const rows = await sql(`select from pg_stat_activity
          where wait_event_type = 'Lock' and query like 'update "activities"%'`);
          return rows.length > 0;
        });
      await until(midway, { what: "the erasure to be in its midst" });
      await app.kill();
      assert.equal(await erasing, null);
      await sql("commit");
      await until(async () => !(await midway()), { what: "the end of its session" });
    });
    await app.start();
    assert.deepEqual(await stage.sql(rowsByName), before);
    assert.equal((await erase())?.status, 200);
    assert.deepEqual(await stage.sql(rowsByName), new Map());
  },
);

async function keyServer(): Promise<KeyServer & AsyncDisposable> {
  const keys = await startKeyServer();
  return Object.assign(keys, { [Symbol.asyncDispose]: () => keys.stop() });
}

function stageFor(kind: Stage["kind"], { jwksUrl }: KeyServer): Promise<Stage> {
  const env = { GATEWAY_JWKS_URL: jwksUrl, INITIAL_ADMIN_EMAIL: email };
  return openStage(kind, { users: [], env });
}

interface RunningApp {
  /** Null if no answer came. */
  call(method: string, path: string, json?: unknown): Promise<Answer | null>;
  kill(): Promise<unknown>;
  start(): Promise<void>;
}

async function runningApp(stage: Stage, keys: KeyServer): Promise<RunningApp> {
  let app = await stage.start();
  return {
    async call(method, path, json) {
      const token = await keys.sign({ email, aud: "relevo-tests", sub: email });
      const headers = { "Cf-Access-Jwt-Assertion": token };
      return await tryToAsk(app.url, method, `/api/admin${path}?company_id=1`, {
        ...{ json, headers },
      });
    },
    kill() {
      app.kill();
      return app.exited;
    },
    async start() {
      app = await stage.start({ port: app.port });
    },
  };
}

/** A client who wrote and lost once, with the name in a dozen tables. @returns its id */
async function know({ call }: RunningApp, name: string): Promise<number> {
  const make = async (path: string, json: object) => {
    const answer = await call("POST", path, json);
    assert.ok(answer && answer.status < 300, JSON.stringify(answer?.body));
    return answer.body.data;
  };
  const contact = await make("/contacts", {
    ...{ name, email: `${name}@cliente.example`, message: name },
  });
  const line = { name, quantity: 1, unit_price: 10, tax_rate: 21 };
  const { client } = await make(`/contacts/${contact.id}/convert`, { create_opportunity: false });
  const { id: opportunity_id } = await make("/opportunities", {
    ...{ title: name, client_id: client.id },
  });
  const quote = await make("/quotes", { opportunity_id, title: name, lines: [line] });
  await make(`/quotes/${quote.id}/send`, {});
  await make(`/quotes/${quote.id}/reject`, { reason: name });
  await make(`/opportunities/${opportunity_id}/lose`, { lost_reason: "Precio", lost_note: name });
  await make("/notes", { body: name, opportunity_id });
  await make("/tasks", { title: name, client_id: client.id });
  return client.id;
}

/** The rows of all tables that have a person's name, by name. */
async function rowsByName(sql: Sql): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  const found = new Map<string, string[]>();
  for (const { name: table } of tables) {
    const rows = await sql<{ name: string; row: string }>(`
      select lower(substring(t.row from '[Pp]ersona[0-9]+x')) as name, t.row
      from (select to_jsonb(x)::text as row from "${table}" x) t
      where t.row ~ '[Pp]ersona[0-9]+x' order by 2`);
    for (const { name, row } of rows) found.set(name, [...found.get(name) ?? [], table + row]);
  }
  return found;
}
