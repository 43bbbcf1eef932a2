-- What the gateway needs of a Postgres server (15 or later), made by a superuser; may be run again:
--
--   psql -v database=relevo -v login=relevo_gateway -f gateway/storage/roles.sql
--
-- login  is what the gateway connects as, in GATEWAY_DATABASE_URL. It has a schema of its own name
--        in the database and nothing else: it reads no table of the app, and the app none of its.
-- It gets its password afterwards: \password relevo_gateway

\set ON_ERROR_STOP on
\if :{?database}
\else
  \set database relevo
\endif
\if :{?login}
\else
  \set login relevo_gateway
\endif

select format('create role %I', :'login')
where not exists (select from pg_roles where rolname = :'login') \gexec
alter role :"login" login nosuperuser nocreaterole nocreatedb nobypassrls noreplication noinherit;

revoke connect, temporary on database :"database" from public;
grant connect on database :"database" to :"login";

\connect :"database"

select format('create schema %I', :'login')
where not exists (select from pg_namespace where nspname = :'login') \gexec
alter schema :"login" owner to :"login";
revoke all on schema :"login" from public;
