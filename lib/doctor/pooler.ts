/** Finds a pooler that stands before Postgres, such as PgBouncer, by how connections behave. */
import pg from "pg";
import { failure, type Finding, ok, skipped } from "@/lib/doctor/check.ts";
import { databaseWords } from "@/lib/doctor/database_words.ts";

const words = databaseWords.pooler;
const connectMs = 5_000;
/** Asked of the server, to see whether it comes there; in milliseconds. */
const markedTimeoutMs = 4_321;

/** Two connections by turns: who shares them out by transaction gives both one backend. */
export async function checkPooler(connectionString: string): Promise<Finding> {
  const clients = [0, 1].map(() =>
    new pg.Client({
      ...{ connectionString, connectionTimeoutMillis: connectMs, application_name: "relevo" },
      options: `-c statement_timeout=${markedTimeoutMs}`,
    })
  );
  for (const client of clients) client.on("error", () => {});
  try {
    for (const client of clients) await client.connect();
    const [one, other] = clients as [pg.Client, pg.Client];
    const backends = [];
    for (const client of [one, other, one, other]) backends.push(await backendOf(client));
    const [a, b, c, d] = backends;
    if (a === b || a !== c || b !== d) return failure(words.shares, words.session);
    const { rows: [timeout] } = await one.query("show statement_timeout");
    const isOurs = timeout.statement_timeout === `${markedTimeoutMs}ms`;
    return isOurs ? ok(words.none) : failure(words.refusesOptions, words.direct);
  } catch (error) {
    const { message } = error as Error;
    if (/unsupported startup parameter/.test(message)) {
      return failure(words.refusesOptions, words.direct);
    }
    return skipped(databaseWords.unread);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows: [row] } = await client.query("select pg_backend_pid() as pid");
  return row.pid;
}
