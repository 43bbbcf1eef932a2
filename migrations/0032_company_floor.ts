import { type Kysely, sql } from "kysely";

/** Cursors wait for their own company's transactions alone (docs/decisions/0028). */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Waits for transactions that took their id without the company's lock, and keeps new ones out.
  `lock table activities, notification_recipients, responses in share row exclusive mode`,
  // Goes on as the company. The lock comes before the transaction's id, or not at all: other
  // readers could take an id without it for a stranger's. A rolled back savepoint undoes both.
  `create function relevo_enter(company integer) returns void language plpgsql volatile as $$
    declare
      entered constant text := coalesce(current_setting('app.entered', true), '');
    begin
      perform set_config('app.company_id', company::text, true);
      if pg_current_xact_id_if_assigned() is null
        and company::text <> all (string_to_array(entered, ' '))
      then
        perform pg_advisory_xact_lock_shared(7354088, company);
        perform set_config('app.entered', entered || ' ' || company, true);
      end if;
    end $$`,
  `create or replace function relevo_txid() returns bigint language plpgsql volatile as $$
    declare
      company constant text := current_setting('app.company_id', true);
    begin
      if company = any (string_to_array(current_setting('app.entered', true), ' ')) then
        return pg_current_xact_id()::text::bigint + (select xid_offset from installation);
      end if;
      raise exception 'the transaction had its id before it entered company "%"', company
        using hint = 'Call relevo_enter(company) first: readers tell writers by its lock.';
    end $$`,
  // Stable, so that it sees the snapshot of the statement that asks. The locks are read later than
  // that, and once: two reads could see one transaction's id and miss its company.
  `create or replace function relevo_txid_floor() returns bigint language plpgsql stable as $$
    declare
      snapshot constant pg_snapshot := pg_current_snapshot();
      company constant text := nullif(current_setting('app.company_id', true), '');
      oldest xid8 := pg_snapshot_xmax(snapshot);
      running xid8;
    begin
      if company is null or pg_is_in_recovery() then
        oldest := pg_snapshot_xmin(snapshot); -- a standby sees no locks
      elsif pg_snapshot_xmin(snapshot) < oldest then
        with strangers as materialized (
          select unnest(array_agg(transactionid)) as xid
          from pg_locks
          where granted and (
            locktype = 'transactionid' and mode = 'ExclusiveLock'
            or locktype = 'advisory' and classid = 7354088 and objid = company::oid
              and objsubid = 2
              and database = (select oid from pg_database where datname = current_database()))
          group by pid having bool_and(locktype = 'transactionid')
        )
        select xip into running from pg_snapshot_xip(snapshot) xip
        where not exists (select from strangers s where s.xid = xip::xid)
        order by xip limit 1;
        oldest := least(oldest, running, pg_current_xact_id_if_assigned());
      end if;
      return oldest::text::bigint + (select xid_offset from installation);
    end $$`,
];
