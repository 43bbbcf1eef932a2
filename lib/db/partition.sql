-- Turns notifications and their recipients into partitions by ranges of the notification's id, which
-- is a UUIDv7: ranges of it are ranges of time. Run by psql as the owner of the schema, beside
-- everything that serves, once all processes have 0099_idempotency_keys; docs/operating/growth.md.
--
--   psql "$MIGRATE_DATABASE_URL" -v from=2027-01-01 -v months=3 -v count=8 -f lib/db/partition.sql
--
-- What is there stays as one partition, without a copy of any row. It may be broken off, and runs
-- again: each step finds out what is done.
\set ON_ERROR_STOP on
\if :{?from}
\else
  \warn 'say where the first new partition begins, as -v from=2027-01-01'
  \quit
\endif
\if :{?months}
\else
  \set months 3
\endif
\if :{?count}
\else
  \set count 8
\endif
select set_config('partition.from', :'from', false), set_config('partition.months', :'months', false),
  set_config('partition.count', :'count', false) \g /dev/null

create function pg_temp.least_id(at timestamptz) returns uuid language sql as $$
  select (left(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20), 32))::uuid
$$;

create function pg_temp.border() returns timestamptz language plpgsql as $$
declare
  border timestamptz := current_setting('partition.from')::timestamp at time zone 'UTC';
begin
  if border < now() + interval '1 hour' then
    raise exception 'the first new partition must begin an hour from now, or later';
  end if;
  return border;
end $$;

create function pg_temp.is_partitioned(name text) returns boolean language sql as $$
  select relkind = 'p' from pg_class where oid = to_regclass(name)
$$;

/* Everything that the table has, as statements that give it to another one of its name. */
create function pg_temp.belongings(name text, key text) returns table (place int, statement text)
language sql as $$
  with one as (select *, oid::regclass::text as path from pg_class where oid = name::regclass)
  select 1, format('alter table %s add constraint %I %s', path, conname, pg_get_constraintdef(k.oid))
  from one join pg_constraint k on k.conrelid = one.oid
  where k.conparentid = 0
    and (contype in ('p', 'u', 'f') or contype = 'c' and conname <> name || '_before')
  union all
  select 2, pg_get_indexdef(i.indexrelid) from one join pg_index i on i.indrelid = one.oid
  where not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = one.oid)
    and not (i.indisunique and not exists (
      select from pg_attribute where attrelid = one.oid and attname = key
        and attnum = any (i.indkey::int2[])))
  union all
  select 3, format('alter table %s enable row level security', path) from one where relrowsecurity
  union all
  select 3, format('alter table %s force row level security', path) from one
  where relforcerowsecurity
  union all
  select 4, format('create policy %I on %s as %s for %s to %s%s%s', p.policyname, path, p.permissive,
    p.cmd, array_to_string(p.roles, ', '), ' using (' || p.qual || ')',
    ' with check (' || p.with_check || ')')
  from one join pg_policies p on p.schemaname = 'public' and p.tablename = one.relname
  union all
  select 5, format('grant %s on %s to %s', a.privilege_type, path, a.grantee::regrole)
  from one cross join aclexplode(relacl) a where a.grantee not in (0, relowner)
  union all
  select 5, format('grant %s (%I) on %s to %s', a.privilege_type, t.attname, path,
    a.grantee::regrole)
  from one join pg_attribute t on t.attrelid = one.oid and t.attacl is not null
  cross join aclexplode(t.attacl) a
  union all
  select 6, format('alter table %s alter %I set (%s, %s)', path, attname, option,
    replace(option, 'n_distinct=', 'n_distinct_inherited='))
  from one join pg_attribute t on t.attrelid = one.oid cross join unnest(attoptions) option
  where option like 'n_distinct=%'
  union all
  select 7, pg_get_triggerdef(t.oid) from one join pg_trigger t on t.tgrelid = one.oid
  where not t.tgisinternal
$$;

/* Makes the partitions that are missing. The last one, to which no end is set, must be empty. */
create procedure pg_temp.extend(name text) language plpgsql as $$
declare
  rest text := name || '_rest';
  starts timestamptz := pg_temp.border();
  ends timestamptz;
  part text;
  has_rows boolean;
begin
  for n in 1 .. current_setting('partition.count')::int loop
    ends := (starts at time zone 'UTC'
      + make_interval(months => current_setting('partition.months')::int)) at time zone 'UTC';
    part := name || '_' || to_char(starts at time zone 'UTC', 'YYYYMMDD');
    if to_regclass(part) is null then
      if to_regclass(rest) is not null then
        execute format('lock table %I in access exclusive mode', name);
        if not exists (select from pg_class where oid = rest::regclass
          and pg_get_expr(relpartbound, oid) like '%' || pg_temp.least_id(starts) || '%') then
          raise exception 'no partition may begin on %: the ranges must follow one another', starts;
        end if;
        execute format('select exists (select from %I)', rest) into has_rows;
        if has_rows then
          raise exception '% has rows: partitions begin later than what is there', rest;
        end if;
        execute format('alter table %I detach partition %I', name, rest);
        execute format('drop table %I', rest);
      end if;
      execute format('create table %I partition of %I for values from (%L) to (%L)', part, name,
        pg_temp.least_id(starts), pg_temp.least_id(ends));
    end if;
    starts := ends;
  end loop;
  if to_regclass(rest) is null then
    execute format('create table %I partition of %I for values from (%L) to (maxvalue)', rest, name,
      pg_temp.least_id(starts));
  end if;
end $$;

/* In one transaction, in which nothing is read: a new table of that name takes the old one in. */
create procedure pg_temp.swap(name text, key text) language plpgsql as $$
declare
  old text := name || '_before_' || to_char(pg_temp.border() at time zone 'UTC', 'YYYYMMDD');
  owned text[];
  others text[];
  identity record;
  last bigint;
  one record;
begin
  select array_agg(path order by path) into others from (
    select distinct conrelid::regclass::text as path from pg_constraint
    where contype = 'f' and confrelid = name::regclass and conparentid = 0) o;
  -- In the order in which writers take them: a table before what refers to it.
  for one in
    select distinct confrelid::regclass::text as path from pg_constraint
    where contype = 'f' and conrelid = name::regclass and conparentid = 0 order by 1
  loop
    execute format('lock table %s in share row exclusive mode', one.path);
  end loop;
  execute format('lock table %s in access exclusive mode',
    array_to_string(array[name] || coalesce(others, '{}'), ', '));
  select array_agg(statement order by place, statement) into owned
  from pg_temp.belongings(name, key);
  create temporary table incoming_keys on commit drop as
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as takes,
    format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname,
      replace(pg_get_constraintdef(oid), ' NOT VALID', '')) as gives
  from pg_constraint
  where contype = 'f' and confrelid = name::regclass and conparentid = 0;
  for one in select takes from incoming_keys loop execute one.takes; end loop;
  for one in select tgname from pg_trigger where tgrelid = name::regclass and not tgisinternal loop
    execute format('drop trigger %I on %s', one.tgname, name);
  end loop;
  -- Before Postgres 17 a partition has no identity column: a sequence takes its place.
  for identity in
    select a.attname, pg_get_serial_sequence(name, a.attname) as sequence from pg_attribute a
    where a.attrelid = name::regclass and a.attidentity <> ''
  loop
    execute format('select last_value + 1 from %s', identity.sequence) into last;
    execute format('alter table %s alter %I drop identity', name, identity.attname);
    execute format('create sequence %s start %s', identity.sequence, last);
    execute format('grant usage, select on sequence %s to relevo_tenant, relevo_worker',
      identity.sequence);
    execute format('alter table %s alter %I set default nextval(%L)', name, identity.attname,
      identity.sequence);
  end loop;
  for one in
    select indexrelid::regclass::text as name, i.indisunique and not exists (
      select from pg_attribute where attrelid = i.indrelid and attname = key
        and attnum = any (i.indkey::int2[])) as goes
    from pg_index i where i.indrelid = name::regclass
  loop
    if one.goes then
      execute format('drop index %s', one.name);
    else
      execute format('alter index %s rename to %I', one.name,
        left(one.name, 40) || '_before_' || left(md5(old), 6));
    end if;
  end loop;
  execute format('alter table %s rename to %I', name, old);
  execute format('create table %I (like %I including defaults including generated including storage
    including comments) partition by range (%I)', name, old, key);
  for one in
    select a.attname, pg_get_expr(d.adbin, d.adrelid) as value from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = name::regclass and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'
  loop
    execute format('alter sequence %s owned by %I.%I',
      substring(one.value from '''(.+)'''), name, one.attname);
  end loop;
  for one in select unnest(owned) as statement loop
    continue when one.statement like 'CREATE TRIGGER %';
    execute one.statement;
  end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, old,
    pg_temp.least_id(pg_temp.border()));
  call pg_temp.extend(name);
  for one in select unnest(owned) as statement loop
    continue when one.statement not like 'CREATE TRIGGER %';
    execute one.statement;
  end loop;
  for one in select gives from incoming_keys loop execute one.gives; end loop;
end $$;

/* A lock that is not given within 0.1 s is given up, so that nobody waits behind it. */
create procedure pg_temp.patiently(statement text) language plpgsql as $$
begin
  for attempt in 1 .. 3000 loop
    begin
      perform set_config('lock_timeout', '100ms', true);
      execute statement;
      return;
    exception when lock_not_available or deadlock_detected then
      if attempt % 10 = 1 then
        raise notice 'waits for a lock, attempt %: %', attempt, left(statement, 60);
      end if;
    end;
    commit;
    -- Not in step with anybody.
    perform pg_sleep(0.05 + random() / 5);
  end loop;
  raise exception 'no lock was given in 3000 attempts; nothing has changed: %', left(statement, 60);
end $$;

create procedure pg_temp.partition(name text, key text) language plpgsql as $$
declare
  one record;
begin
  if not pg_temp.is_partitioned(name) then
    if not exists (select from pg_constraint where conrelid = name::regclass
      and conname = name || '_before') then
      call pg_temp.patiently(format('alter table %I add constraint %I check (%I < %L) not valid',
        name, name || '_before', key, pg_temp.least_id(pg_temp.border())));
      commit;
    end if;
    execute format('alter table %I validate constraint %I', name, name || '_before');
    commit;
    call pg_temp.patiently(format('call pg_temp.swap(%L, %L)', name, key));
  else
    call pg_temp.patiently(format('call pg_temp.extend(%L)', name));
  end if;
  commit;
  for one in
    select conrelid::regclass as path, conname from pg_constraint
    where contype = 'f' and confrelid = name::regclass and not convalidated and conparentid = 0
  loop
    execute format('alter table %s validate constraint %I', one.path, one.conname);
    commit;
  end loop;
  execute format('analyze %I', name);
end $$;

call pg_temp.partition('notifications', 'id');
call pg_temp.partition('notification_recipients', 'notification_id');
