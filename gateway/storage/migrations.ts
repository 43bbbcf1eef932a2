/** Frozen once landed, like the app's: the gateway has a schema, or a folder, of its own. */
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

/**
 * The schema of better-auth 1.7.25 and its plugins, with the columns added to passkeys and
 * sessions.
 */
const first: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of tables) await sql.raw(statement).execute(db);
  },
};

const tables = [
  `create table "user" (
    id text primary key, name text not null, email text not null unique,
    "emailVerified" boolean not null, image text,
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
  )`,
  `create table session (
    id text primary key, "expiresAt" timestamptz not null, token text not null unique,
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null,
    "ipAddress" text, "userAgent" text,
    "userId" text not null references "user" (id) on delete cascade,
    proved boolean not null default false, "companyId" integer, "credentialId" text
  )`,
  `create table account (
    id text primary key, "accountId" text not null, "providerId" text not null,
    "userId" text not null references "user" (id) on delete cascade,
    "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz, scope text, password text,
    "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null
  )`,
  `create table verification (
    id text primary key, identifier text not null, value text not null,
    "expiresAt" timestamptz not null, "createdAt" timestamptz not null default now(),
    "updatedAt" timestamptz not null default now()
  )`,
  `create table passkey (
    id text primary key, name text, "publicKey" text not null,
    "userId" text not null references "user" (id) on delete cascade,
    "credentialID" text not null unique, counter integer not null, "deviceType" text not null,
    "backedUp" boolean not null, transports text, "createdAt" timestamptz, aaguid text
  )`,
  `create table jwks (
    id text primary key, "publicKey" text not null, "privateKey" text not null,
    "createdAt" timestamptz not null, "expiresAt" timestamptz, alg text, crv text
  )`,
  `create table "rateLimit" (
    id text primary key, key text not null unique, count integer not null,
    "lastRequest" bigint not null
  )`,
  `create table origin (
    "credentialId" text primary key, proved boolean not null default false, "companyId" integer,
    company text, "usedAt" timestamptz
  )`,
  `create table attempt (key text primary key, count integer not null, since timestamptz not null)`,
  `create index "session_userId_idx" on session ("userId")`,
  `create index "session_credentialId_idx" on session ("credentialId")`,
  `create index "account_userId_idx" on account ("userId")`,
  `create index "verification_identifier_idx" on verification (identifier)`,
  `create index "passkey_userId_idx" on passkey ("userId")`,
];

/** A code belongs to the browser that asked for it; those of before belong to none. */
const browsers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table browser (
      digest text, "userId" text references "user" (id) on delete cascade,
      "usedAt" timestamptz not null, primary key (digest, "userId")
    )`.execute(db);
    await sql`create index "browser_userId_idx" on browser ("userId")`.execute(db);
    await sql`delete from verification where identifier like 'sign-in-otp-%'`.execute(db);
  },
};

export const gatewayMigrations: Record<string, Migration> = {
  "0001_first": first,
  "0002_browsers": browsers,
};

// deno-lint-ignore no-explicit-any
export function gatewayMigrator(db: Kysely<any>): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(gatewayMigrations) },
    // Named apart: Kysely looks for its tables in every schema of the database.
    migrationTableName: "gateway_migration",
    migrationLockTableName: "gateway_migration_lock",
  });
}
