/** A person whom the app knows well, and an app that is killed while it changes that. */
import assert from "node:assert/strict";
import { makeSecretsKey } from "../../support/channel_account.ts";
import { type KeyServer, startKeyServer } from "../../support/gateway.ts";
import { until } from "../../support/wait.ts";
import { type Answer, tryToAsk } from "./client.ts";
import { openStage, type Sql, type Stage, testOn } from "./stage.ts";

const email = "ana@taller.example";

/** Registers a test of an app that one person may do everything in, and that can be killed. */
export function testKilled(
  kinds: Stage["kind"][],
  name: string,
  test: (app: RunningApp, stage: Stage) => Promise<void>,
): void {
  testOn(kinds, name, async (kind) => {
    await using keys = await keyServer();
    const env = {
      GATEWAY_JWKS_URL: keys.jwksUrl,
      INITIAL_ADMIN_EMAIL: email,
      SECRETS_KEYS: makeSecretsKey(),
    };
    await using stage = await openStage(kind, { users: [], env });
    await test(await runningApp(stage, keys), stage);
  });
}

async function keyServer(): Promise<KeyServer & AsyncDisposable> {
  const keys = await startKeyServer();
  return Object.assign(keys, { [Symbol.asyncDispose]: () => keys.stop() });
}

export interface RunningApp {
  /** As that person unless another is named. Null if no answer came. */
  call(method: string, path: string, json?: unknown, as?: string): Promise<Answer | null>;
  kill(): Promise<unknown>;
  start(): Promise<void>;
  /** What it has logged since its last start. */
  lines(): string[];
}

/** An app that is called as that person, and can be killed and started again. */
async function runningApp(stage: Stage, keys: KeyServer): Promise<RunningApp> {
  let app = await stage.start();
  return {
    async call(method, path, json, as = email) {
      const token = await keys.sign({ email: as, aud: "relevo-tests", sub: as });
      const headers = { "Cf-Access-Jwt-Assertion": token };
      return await tryToAsk(app.url, method, `/api/admin${path}?company_id=1`, {
        json,
        headers,
      });
    },
    kill() {
      app.kill();
      return app.exited;
    },
    async start() {
      app = await stage.start({ port: app.port });
    },
    lines: () => app.stdoutLines,
  };
}

/** A client who wrote and lost once, with the name in a dozen tables. @returns its id */
export async function know({ call }: RunningApp, name: string): Promise<number> {
  const make = async (path: string, json: object) => {
    const answer = await call("POST", path, json);
    assert.ok(answer && answer.status < 300, JSON.stringify(answer?.body));
    return answer.body.data;
  };
  const contact = await make("/contacts", {
    name,
    email: `${name}@cliente.example`,
    message: name,
  });
  const line = { name, quantity: 1, unit_price: 10, tax_rate: 21 };
  const { client } = await make(`/contacts/${contact.id}/convert`, { create_opportunity: false });
  const { id: opportunity_id } = await make("/opportunities", {
    title: name,
    client_id: client.id,
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
export async function rowsByName(sql: Sql): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  const names = new Map<string, string[]>();
  for (const { name: table } of tables) {
    const rows = await sql<{ name: string; row: string }>(`
      select lower(substring(t.row from '[Pp]ersona[0-9]+x')) as name, t.row
      from (select to_jsonb(x)::text as row from "${table}" x) t
      where t.row ~ '[Pp]ersona[0-9]+x' order by 2`);
    for (const { name, row } of rows) names.set(name, [...names.get(name) ?? [], table + row]);
  }
  return names;
}

/** Calls while the table that changes write last is locked, and kills the app as it waits there. */
export async function killMidway(
  stage: Stage,
  app: RunningApp,
  call: () => Promise<Answer | null>,
  table = "activities",
): Promise<void> {
  await stage.sql(async (sql) => {
    await sql("begin");
    await sql(`lock table ${table} in share mode`);
    const calling = call();
    // By a session of its own: a transaction sees the activity of its first look.
    const midway = () =>
      stage.sql(async (sql) => {
        const rows = await sql(`select from pg_stat_activity
          where wait_event_type = 'Lock' and query ~ '^\\s*(update|insert into) "${table}"'`);
        return rows.length > 0;
      });
    await until(midway, { what: "the call to be in its midst" });
    await app.kill();
    assert.equal(await calling, null);
    await sql("commit");
    await until(async () => !(await midway()), { what: "the end of its session" });
  });
}
