/** The login that the service runs as in tests on Postgres: it owns nothing, as in production. */
import pg from "pg";

export const login = "relevo_test_login";

/** The address of the login on the database that the owner's address names. */
export function loginUrl(ownerUrl: string): string {
  return Object.assign(new URL(ownerUrl), { username: login }).href;
}

/**
 * Makes on a migrated database what lib/db/roles.sql makes, without a superuser: the roles that the
 * migrations made may be granted by who made them. Its password is the owner's.
 */
export async function makeLogin(ownerUrl: string): Promise<void> {
  const { password } = new URL(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`
      do $$
      begin
        if not exists (select from pg_roles where rolname = 'relevo_runtime') then
          create role relevo_runtime nologin noinherit;
        end if;
        if not exists (select from pg_roles where rolname = '${login}') then
          create role ${login} login inherit;
        end if;
        alter role ${login} password '${password}';
        if current_setting('server_version_num')::int >= 160000 then
          -- Postgres 15 does not know these words.
          execute 'grant relevo_tenant, relevo_worker to relevo_runtime with inherit false, set true';
          execute 'grant relevo_runtime to ${login} with inherit true, set true';
        else
          grant relevo_tenant, relevo_worker to relevo_runtime;
          grant relevo_runtime to ${login};
        end if;
      end $$`);
  } finally {
    await client.end();
  }
}
