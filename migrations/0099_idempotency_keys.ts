export const change = "widens";

type Lock = "ShareRowExclusiveLock";

const quick = (sql: string, locks: Record<string, Lock> = {}) => ({ statement: { sql, locks } });

const table = `
  do $$ begin
    if to_regclass('idempotency_keys') is not null then return; end if;
    create table idempotency_keys (
      company_id integer not null references companies,
      key text not null,
      /* 0 for the company's members */
      key_id integer not null,
      notification_id uuid not null,
      fingerprint bytea not null,
      primary key (company_id, key, key_id)
    );
    alter table idempotency_keys enable row level security;
    alter table idempotency_keys force row level security;
    grant select, insert, delete on idempotency_keys to relevo_tenant;
    create policy tenant on idempotency_keys to relevo_tenant
      using (company_id = (select nullif(current_setting('app.company_id', true), '')::int));
    grant select, delete on idempotency_keys to relevo_worker;
    create policy worker on idempotency_keys to relevo_worker using (true);
  end $$`;

/** A notification is inserted with its key; a repeat finds the key there and inserts nothing. */
const keep = (body: string) => `
  create or replace function relevo_keep_idempotency_key() returns trigger language plpgsql as $$
  ${body} $$`;

const columns = "company_id, key, key_id, notification_id, fingerprint";
const row = "new.company_id, new.idempotency_key, coalesce(new.key_id, 0)";

const forget = `
  create or replace function relevo_forget_idempotency_keys() returns trigger language plpgsql as $$
  begin
    if exists (select from gone where idempotency_key is not null) then
      -- "offset 0" keeps this a look-up for each, and "case" may be looked up by under a policy
      delete from idempotency_keys where ctid = any (array(
        select k.ctid from gone g cross join lateral (
          select ctid from idempotency_keys
          where company_id = g.company_id and key = g.idempotency_key
            and key_id = case when g.key_id is null then 0 else g.key_id end offset 0
        ) k where g.idempotency_key is not null));
    end if;
    return null;
  end $$`;

/**
 * Idempotency keys in a table of their own: a table of notifications in partitions has no unique
 * index over all of them. Triggers keep it, for sends and retention of the release before too.
 */
export const steps = [
  quick(table),
  quick(forget),
  quick(
    `create or replace trigger idempotency_keys_forgotten after delete on notifications
     referencing old table as gone
     for each statement execute function relevo_forget_idempotency_keys()`,
    { notifications: "ShareRowExclusiveLock" },
  ),
  // Until all are copied a key may stand in notifications alone.
  quick(keep(`
  declare
    first uuid;
  begin
    insert into idempotency_keys (${columns})
    select ${row}, coalesce(n.id, new.id), coalesce(n.fingerprint, new.fingerprint)
    from (select) one left join notifications n on n.company_id = new.company_id
      and n.idempotency_key = new.idempotency_key
      and coalesce(n.key_id, 0) = coalesce(new.key_id, 0)
    on conflict do nothing returning notification_id into first;
    if first is distinct from new.id then return null; end if;
    return new;
  end`)),
  quick(
    `create or replace trigger idempotency_key before insert on notifications
     for each row when (new.idempotency_key is not null)
     execute function relevo_keep_idempotency_key()`,
    { notifications: "ShareRowExclusiveLock" },
  ),
  {
    copy: {
      table: "notifications",
      key: ["id"],
      into: `idempotency_keys (${columns})`,
      values: "t.company_id, t.idempotency_key, coalesce(t.key_id, 0), t.id, t.fingerprint",
      where: "t.idempotency_key is not null",
    },
  },
  quick(keep(`
  begin
    insert into idempotency_keys (${columns}) values (${row}, new.id, new.fingerprint)
    on conflict do nothing;
    if not found then return null; end if;
    return new;
  end`)),
];
