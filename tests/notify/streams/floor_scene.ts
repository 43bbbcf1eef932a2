/** A server of its own for the tests of a company's floor: transactions that pause where told. */
import pg from "pg";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type Cluster, startCluster } from "../../support/cluster.ts";
import { patienceMs } from "../../support/wait.ts";

/** A server of its own, with a database and a table of rows with cursors. */
export interface Scene extends AsyncDisposable {
  cluster: Cluster;
  url: string;
  /** Runs a statement outside of all transactions, as the database's owner. */
  sql(text: string): Promise<unknown>;
  /** Begins a transaction; `company` is entered before anything is written. */
  begin(company?: number, url?: string): Promise<Transaction>;
  /** Ends what is open, and forgets the rows. */
  clear(): Promise<void>;
}

interface Transaction {
  run(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** Takes its transaction id; one that has entered no company can have it too. */
  takeId(): Promise<number>;
  /** Writes a row, and returns the row's transaction id. */
  write(): Promise<number>;
  commit(): Promise<void>;
}

export async function openScene(): Promise<Scene> {
  const settings = { max_prepared_transactions: "5" };
  const cluster = await startCluster({ fsync: false, settings });
  // Waiting in vain fails instead of hanging.
  const url = `${await cluster.createDatabase()}?options=-c%20statement_timeout%3D${patienceMs}`;
  const database = await openDatabase({ url, log: createLog("error"), poolSize: 1 });
  await migrate(database.db);
  await database.close();
  let open: pg.Client[] = [];
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    open.push(client);
    return client;
  };
  const end = async () => {
    await Promise.all(open.map((client) => client.end().catch(() => {})));
    open = [];
  };
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const sql = (text: string) => owner.query(text);
  await sql(`
    create table marks (company int, seq int generated always as identity,
      txid bigint default relevo_txid());
    grant select, insert on marks to relevo_tenant`);
  return {
    cluster,
    url,
    sql,
    async begin(company, at = url) {
      const client = await connect(at);
      await client.query("begin");
      if (company) await client.query(enter, [company]);
      return {
        run: (text, values) => client.query(text, values),
        takeId: async () => numberIn(await client.query(ownId)),
        write: async () => numberIn(await client.query(writeMark, [company])),
        async commit() {
          await client.query("commit");
          await client.end();
        },
      };
    },
    async clear() {
      await end();
      await sql("truncate marks");
    },
    async [Symbol.asyncDispose]() {
      await end();
      await owner.end();
      await cluster.destroy();
    },
  };
}

/** Goes on as the company. */
export const enter = "select set_config('role', 'relevo_tenant', true), relevo_enter($1)";
const ownId = "select pg_current_xact_id()::text::int";
const writeMark = "insert into marks (company) values ($1) returning txid::int";

/** The only value that a statement gave. */
export function numberIn({ rows: [row] }: pg.QueryResult): number {
  return Object.values(row)[0] as number;
}
