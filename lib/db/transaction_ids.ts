/** Far more transaction ids than a minute uses. */
const margin = 10_000_000;

/**
 * Lifts the transaction ids of a database that goes on in another cluster or on another timeline:
 * behind those that were seen, cursors would find nothing. Notes where it is and its newest id.
 * A note of before timelines were noted has the cluster alone. Returns `moved`.
 */
export const alignStatement = `
  with server as (
    select system_identifier::text as cluster,
      ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int as timeline
    from pg_control_system()
  ), noted as (
    select xid_seen, pg_current_xact_id()::text::bigint + xid_offset as now,
      s.cluster || '/' || s.timeline as place,
      coalesce(i.cluster not in (s.cluster, s.cluster || '/' || s.timeline), false) as moved
    from installation i, server s for update of i
  ), lifted as (
    select *, case when moved then greatest(0, xid_seen - now) + ${margin} else 0 end as lift
    from noted
  ), written as (
    update installation i
    set xid_offset = i.xid_offset + l.lift, xid_seen = l.now + l.lift, cluster = l.place
    from lifted l
  )
  select moved from noted`;
