/**
 * Databases for tests on one Postgres server. Each belongs to a login role that is no superuser,
 * because row-level security does not bind a superuser: a missing policy would go unseen.
 */
import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

/** Prefix of every database and role made here; nothing else is dropped. */
const PREFIX = "relevo_test_";
const LOCK = 7_354_086;
const usualOwner = `${PREFIX}owner`;

/** A database that is prepared once per test run and then copied, which takes milliseconds. */
interface Template {
  /** Names the template; equal keys share one. */
  key: string;
  /** Fills the empty database at `url` (migrations) and closes its connections. */
  prepare: (url: string) => Promise<void>;
}

interface CreateDatabaseOptions {
  /** Login role that owns the database; made if missing. Letters, digits and `_` only. */
  owner?: string;
  template?: Template;
}

/** A server on which tests may create databases. */
export interface Databases {
  /** Connection URL of a role that may create databases and roles. */
  readonly adminUrl: string;
  /**
   * Creates an empty database, or a copy of the template, and returns the connection URL of its
   * owner. Owners are shared by all databases of a server that ask for the same name: the roles
   * that migrations create are the server's, and on Postgres 16 and later only who made a role may
   * grant it.
   */
  createDatabase(options?: CreateDatabaseOptions): Promise<string>;
  /** The URL of the usual owner for a database that the server's copied data brought along. */
  findDatabase(name: string): Promise<string>;
  /** Drops the database that `createDatabase` gave this URL for, and ends its connections. */
  dropDatabase(url: string): Promise<void>;
}

/** A {@link Databases} as text for another process; {@link openDatabases} reads it. */
export interface DatabasesHandle {
  adminUrl: string;
  /** Tells the databases of one test run from those of another on the same server. */
  run: string;
  /** Copies of templates: files are the quicker way where they lie in memory. */
  strategy: "wal_log" | "file_copy";
}

/** A handle for a new test run on the server at `adminUrl`. */
export function newHandle(
  adminUrl: string,
  { isInMemory = false }: { isInMemory?: boolean } = {},
): DatabasesHandle {
  const strategy = isInMemory ? "file_copy" : "wal_log";
  return { adminUrl, run: randomBytes(3).toString("hex"), strategy };
}

/** Uses the server that `handle` names; connects only when asked for a database. */
export function openDatabases({ adminUrl, run, strategy }: DatabasesHandle): Databases {
  const prefix = `${PREFIX}${run}_`;
  const bases = new Map<string, Promise<string>>();
  const templates = new Map<string, Promise<string>>();

  async function createDatabase(
    { owner = usualOwner, template }: CreateDatabaseOptions = {},
  ): Promise<string> {
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(owner)) throw new Error(`Not a role name: ${owner}`);
    if (!bases.has(owner)) bases.set(owner, base(owner));
    const empty = await bases.get(owner)!;
    const source = template ? await prepared(template, owner, empty) : empty;
    const name = prefix + randomBytes(6).toString("hex");
    await asAdmin(adminUrl, (admin) => admin.query(create(name, owner, source)));
    return urlFor(adminUrl, name, owner);
  }

  function create(name: string, owner: string, source: string): string {
    return `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${source} STRATEGY ${strategy}`;
  }

  /**
   * An empty template whose schema `public` belongs to the owner. In a plain database it belongs
   * to pg_database_owner, of which a NOINHERIT owner is a member without its rights.
   */
  async function base(owner: string): Promise<string> {
    await ensureOwner(adminUrl, owner);
    return await makeOnce(adminUrl, templateName("base", owner), async (admin, name) => {
      await admin.query(`CREATE DATABASE ${name} TEMPLATE template1`);
      const url = new URL(adminUrl);
      url.pathname = `/${name}`;
      await asAdmin(url.href, (inside) => inside.query(`ALTER SCHEMA public OWNER TO ${owner}`));
    });
  }

  function prepared({ key, prepare }: Template, owner: string, empty: string): Promise<string> {
    const name = templateName(`key:${key}`, owner);
    const template = templates.get(name) ?? makeOnce(adminUrl, name, async (admin) => {
      await admin.query(create(name, owner, empty));
      await prepare(urlFor(adminUrl, name, owner));
    });
    templates.set(name, template);
    template.catch(() => templates.delete(name));
    return template;
  }

  function templateName(key: string, owner: string): string {
    return `${prefix}t_` +
      createHash("sha256").update(`${owner}:${key}`).digest("hex").slice(0, 12);
  }

  async function dropDatabase(url: string): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    if (!/^[a-z0-9_]+$/.test(name) || !name.startsWith(prefix)) {
      throw new Error(`Not a database of this test run: ${name}`);
    }
    await asAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }

  async function findDatabase(name: string): Promise<string> {
    // The password that came along is of another server.
    await ensureOwner(adminUrl, usualOwner);
    return urlFor(adminUrl, name, usualOwner);
  }

  return { adminUrl, createDatabase, findDatabase, dropDatabase };
}

/** Drops every database of a test run, because the server may outlive the run. */
export async function dropAllDatabases({ adminUrl, run }: DatabasesHandle): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    const like = `${PREFIX}${run}_`.replaceAll("_", "\\_") + "%";
    const { rows } = await admin.query("SELECT datname FROM pg_database WHERE datname LIKE $1", [
      like,
    ]);
    for (const { datname } of rows) {
      await admin.query(`ALTER DATABASE ${datname} IS_TEMPLATE false`);
      await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`);
    }
  });
}

/** Why the role of `adminUrl` cannot serve tests, or null if it can. */
export async function whyUnusable(adminUrl: string): Promise<string | null> {
  try {
    return await asAdmin(adminUrl, async (admin) => {
      const { rows: [role] } = await admin.query(
        `SELECT rolsuper OR (rolcreatedb AND rolcreaterole) AS can, rolname
           FROM pg_roles WHERE rolname = current_user`,
      );
      return role.can ? null : `role ${role.rolname} may not create databases and roles`;
    });
  } catch (error) {
    return `the server at DATABASE_URL does not answer: ${(error as Error).message}`;
  }
}

/** Creates the owner role, or resets its password if it exists. */
async function ensureOwner(adminUrl: string, owner: string): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    // Postgres fails one of two sessions that create or alter a role at once.
    await admin.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const { rowCount } = await admin.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [owner]);
    const password = `PASSWORD '${passwordOf(adminUrl, owner)}'`;
    if (rowCount) {
      await admin.query(`ALTER ROLE ${owner} LOGIN ${password}`);
    } else {
      await admin.query(
        `CREATE ROLE ${owner} LOGIN NOSUPERUSER NOBYPASSRLS CREATEROLE NOINHERIT ${password}`,
      );
    }
    const { rows: [me] } = await admin.query(
      "SELECT rolsuper FROM pg_roles WHERE rolname = current_user",
    );
    if (!me.rolsuper) await admin.query(`GRANT ${owner} TO CURRENT_USER`);
  });
}

/** The same in every process of the run without being handed on; unknown without the admin's. */
function passwordOf(adminUrl: string, owner: string): string {
  return createHash("sha256").update(`${adminUrl}\n${owner}`).digest("hex").slice(0, 32);
}

async function isTemplate(admin: pg.Client, name: string): Promise<boolean> {
  const sql = "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate";
  return Boolean((await admin.query(sql, [name])).rowCount);
}

function urlFor(adminUrl: string, database: string, owner: string): string {
  const url = new URL(adminUrl);
  url.username = owner;
  url.password = passwordOf(adminUrl, owner);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs `work` on a new connection; closing it also releases advisory locks. */
async function asAdmin<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** Makes the template `name` if no process of the run has made it yet. @returns the name */
function makeOnce(
  adminUrl: string,
  name: string,
  make: (admin: pg.Client, name: string) => Promise<void>,
): Promise<string> {
  return asAdmin(adminUrl, async (admin) => {
    if (await isTemplate(admin, name)) return name;
    await admin.query("SELECT pg_advisory_lock($1)", [LOCK]);
    if (await isTemplate(admin, name)) return name;
    await admin.query(`DROP DATABASE IF EXISTS ${name}`);
    await make(admin, name);
    // The mark comes last: a template without it was interrupted.
    await admin.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
    return name;
  });
}
