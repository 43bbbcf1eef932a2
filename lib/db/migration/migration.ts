import type { Kysely } from "kysely";

/** `widens`: the release before goes on with it. `narrows`: it takes away, or asks more of rows. */
export type Change = "widens" | "narrows";

/** A file of `migrations/`, see docs/migrations.md. */
export type Migration = Transactional | Stepped;

interface Declaration {
  change?: Change; // up to 0083 it stands in standing.ts
  /** The migration that a version must know once this one has narrowed: by default itself. */
  oldest?: string;
  /** Of one that narrows, in the words of tests/db/release/catalogue.ts. */
  takes?: readonly string[];
  /** Of one that widens: what looks like a demand, and refuses no row of the release before. */
  harmless?: readonly string[];
}

interface Transactional extends Declaration {
  // deno-lint-ignore no-explicit-any -- what the tables were then is no type of today
  up(db: Kysely<any>): Promise<void>;
  steps?: undefined;
}

interface Stepped extends Declaration {
  up?: undefined;
  steps: readonly Step[];
}

/** What holds no writer for long on a large table. After a break all steps run again. */
export type Step =
  | { index: Index } // `concurrently`
  | { check: Check } // `not valid`, then validated
  | { foreignKey: ForeignKey } // the same; it makes no index
  | { required: Column } // `not null`, without a look at all rows under a lock
  | { backfill: Backfill } // by thousands; each company as its tenant
  | { copy: Copy } // the same, into another table
  | { statement: Statement }; // any other one command that is quick and may run again

export interface Index {
  name: string;
  table: string;
  columns: string; // "(company_id, lower(name))", "using gin (words)"
  isUnique?: boolean;
  where?: string;
}

export interface Check {
  name: string;
  table: string;
  expression: string;
}

export interface ForeignKey {
  name: string;
  table: string;
  columns: string; // "(company_id, client_id)"
  references: string; // "clients (company_id, id) on delete cascade"
}

export interface Column {
  table: string;
  column: string;
}

interface Batches {
  table: string;
  key: readonly string[]; // unique and indexed; `company_id` comes by itself
  where: string; // rows that lack it: those that have it are passed over
}

export interface Backfill extends Batches {
  set: string; // "source = t.channel": the table is `t`
}

/** Rows of a table for rows of another; what is there already stays. A deletion waits or is seen. */
export interface Copy extends Batches {
  into: string; // "credentials (digest, company_id)"
  values: string; // "t.digest, t.company_id"
}

export interface Statement {
  sql: string;
  locks: Record<string, LockMode>; // by table, for `migrate --plan`
}

/** As `pg_locks` names them, the weakest first. */
export const lockModes = [
  "AccessShareLock",
  "RowShareLock",
  "RowExclusiveLock",
  "ShareUpdateExclusiveLock",
  "ShareLock",
  "ShareRowExclusiveLock",
  "ExclusiveLock",
  "AccessExclusiveLock",
] as const;
export type LockMode = typeof lockModes[number];
