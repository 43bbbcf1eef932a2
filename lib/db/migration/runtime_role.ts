import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { patiently } from "@/lib/db/migration/patience.ts";

/** Rights of `relevo_runtime` on tables without a company; on others it acts as the other roles. */
export const runtimeRights: Record<string, string> = {
  alert_looks: "select, update",
  alerts: "select, insert, update, delete",
  companies: "select, insert, update",
  given_up_pushes: "select, insert, delete",
  growth: "select, update",
  installation: "select, update",
  instances: "select, insert, update, delete",
  job_ends: "select, insert, update",
  job_leases: "select, insert, update, delete",
  kysely_migration: "select",
  nightly_work: "select, insert, update",
  processes: "select, insert, update, delete",
  user_companies: "select, insert, update",
  users: "select, insert, update",
};

const lock = 7_354_087;

/** Grants `relevo_runtime`, if it exists, its rights, and the policies that it needs. */
export async function admitRuntime(db: Db): Promise<void> {
  const wanted = Object.entries(runtimeRights)
    .map(([table, rights]) => `('${table}', '${rights}')`).join(", ");
  await patiently(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
    await sql.raw(`
      do $$
      declare wanted record;
      begin
        if not exists (select from pg_roles where rolname = 'relevo_runtime') then return; end if;
        for wanted in
          select t.oid, t.relname, t.relrowsecurity, w.rights
          from (values ${wanted}) w (name, rights) join pg_class t on t.oid = to_regclass(w.name)
        loop
          if not (
            select bool_and(has_table_privilege('relevo_runtime', wanted.oid, one))
            from unnest(string_to_array(wanted.rights, ', ')) one
          ) then
            execute format('grant %s on %I to relevo_runtime', wanted.rights, wanted.relname);
          end if;
          if wanted.relrowsecurity and not exists (
            select from pg_policy where polrelid = wanted.oid and polname = 'runtime'
          ) then
            execute format('create policy runtime on %I to relevo_runtime using (true)',
              wanted.relname);
          end if;
        end loop;
        if not has_function_privilege('relevo_runtime', 'relevo_refresh_statistics()', 'execute')
        then
          grant execute on function relevo_refresh_statistics() to relevo_runtime;
        end if;
      end $$`).execute(trx);
  }, { what: { role: "relevo_runtime" } });
}
