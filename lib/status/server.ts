import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import type { DatabaseStatus } from "@/lib/status/status.ts";

type Server = Omit<DatabaseStatus, "kind" | "isFull">;

/** Without pg_read_all_stats, of other logins' connections and of standbys little is seen. */
export async function readServer(
  { db, kind, disk }: Pick<Database, "db" | "kind" | "disk">,
): Promise<DatabaseStatus> {
  const { rows: [server] } = await sql<Server>`
    select split_part(current_setting('server_version'), ' ', 1) as "serverVersion",
      pg_database_size(current_database()) as bytes,
      current_setting('max_connections')::int as "maxConnections",
      (select coalesce(json_agg(s), '[]') from (
        select coalesce(state, 'unseen') as state, count(*) as count from pg_stat_activity
        where datname = current_database() group by 1 order by 1
      ) s) as connections,
      (select coalesce(json_agg(s), '[]') from (
        select application_name as name, coalesce(sync_state in ('sync', 'quorum'), false)
            as "isSynchronous",
          case when state is not null then coalesce(extract(epoch from replay_lag), 0)::float8
            end as "lagSeconds"
        from pg_stat_replication order by 1
      ) s) as standbys,
      (select coalesce(max(extract(epoch from clock_timestamp() - begun)), 0)::float8 from (
        select xact_start as begun from pg_stat_activity
        where pid <> pg_backend_pid()
          and (backend_xid is not null or state like 'idle in transaction%')
        union all
        select prepared from pg_prepared_xacts
      ) t) as "openTransactionSeconds"`.execute(db);
  return { ...server!, kind, isFull: disk.isFull };
}
