-- What Relevo needs of a Postgres server (15 or later), made by a superuser; may be run again:
--
--   psql -v database=relevo -v owner=relevo_owner -v login=relevo -f lib/db/roles.sql
--
-- owner  has the schema and changes it, in MIGRATE_DATABASE_URL.
-- login  is what the service connects as, in DATABASE_URL: it owns nothing and makes nothing, and
--        sees a company's rows only as relevo_tenant.
-- backup is what `deno task backup` connects as, in BACKUP_DATABASE_URL: it reads all rows, also the
--        gateway's, and writes none. relevo_backup, unless told by -v backup=...
-- They get their passwords afterwards: \password relevo_owner and the same for the others

\set ON_ERROR_STOP on
\if :{?database}
\else
  \set database relevo
\endif
\if :{?owner}
\else
  \set owner relevo_owner
\endif
\if :{?login}
\else
  \set login relevo
\endif
\if :{?backup}
\else
  \set backup relevo_backup
\endif

select :'owner' = :'login' or :'backup' in (:'owner', :'login') as is_one_role \gset
\if :is_one_role
  do $$ begin raise exception 'owner, login and backup must be three roles'; end $$;
\endif

-- The roles that row-level security knows belong to the server: databases may share them.
select format('create role %I', name)
from unnest(array['relevo_tenant', 'relevo_worker', 'relevo_runtime', :'owner', :'login', :'backup'])
  name
where not exists (select from pg_roles where rolname = name) \gexec

alter role relevo_tenant nologin nosuperuser nocreaterole nocreatedb nobypassrls noinherit;
alter role relevo_worker nologin nosuperuser nocreaterole nocreatedb nobypassrls noinherit;
alter role relevo_runtime nologin nosuperuser nocreaterole nocreatedb nobypassrls noinherit;
alter role :"owner" login nosuperuser nocreaterole nocreatedb nobypassrls noreplication noinherit;
alter role :"login" login nosuperuser nocreaterole nocreatedb nobypassrls noreplication inherit;
alter role :"backup" login nosuperuser nocreaterole nocreatedb bypassrls noreplication inherit;
alter role :"backup" set default_transaction_read_only = on;
grant pg_read_all_data to :"backup";

-- The login has what relevo_runtime has, and must say when it acts as one of the other two.
select current_setting('server_version_num')::int >= 160000 as has_options \gset
\if :has_options
  grant relevo_tenant, relevo_worker to :"owner", relevo_runtime with inherit false, set true;
  grant relevo_runtime to :"login" with inherit true, set true;
\else
  grant relevo_tenant, relevo_worker to :"owner", relevo_runtime;
  grant relevo_runtime to :"login";
\endif

select format('create database %I', :'database')
where not exists (select from pg_database where datname = :'database') \gexec
alter database :"database" owner to :"owner";
revoke connect, temporary on database :"database" from public;
grant connect on database :"database" to :"login", :"backup";

\connect :"database"

select exists (
  select from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = :'login'
) as is_owner \gset
\if :is_owner
  do $$ begin raise exception 'the login owns tables: name it as the owner, and a new login'; end $$;
\endif

alter schema public owner to :"owner";
revoke create on schema public from public;
grant usage on schema public to relevo_tenant, relevo_worker, relevo_runtime;
