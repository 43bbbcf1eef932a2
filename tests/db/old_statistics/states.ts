/**
 * What Postgres believes of the same rows at different times. Statistics are made while the tables
 * are small and put aside, under a number that no table has: so each state takes moments.
 */
import type { Db } from "@/lib/db/connection.ts";
import { membersOfRows } from "./more_rows.ts";
import { addCrowds, addRows } from "./rows.ts";

/** Never analyzed; with one to five rows; with a sample of 60; and queues when they were empty. */
export const states = ["never", "few", "sample", "empty"] as const;
export type State = typeof states[number];

/** Rows of each table and company in the end, and of those of the CRM. */
export interface Sizes {
  rows: number;
  records: number;
}

const fewRows = 5;
const sampleRows = 60;

/** Tables that were empty when somebody looked. */
const queues = ["push_jobs", "due_times", "callbacks", "outbox", "channel_events"];

const asideBy = { few: 1_000_000_000, sample: 1_500_000_000, empty: 2_000_000_000 };
const ours = `relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`;

/** Keeps Postgres from looking at a table by itself, which a busy machine does between two steps. */
export const noAutovacuum = `do $$ declare t regclass; begin
  for t in select oid::regclass from pg_class where ${ours} and relkind = 'r' loop
    execute format('alter table %s set (autovacuum_enabled = off)', t);
  end loop; end $$`;

const ourTables = `(select oid from pg_class where ${ours})`;

/**
 * Makes each index of the company again. Of indexes that look alike Postgres takes the latest, and
 * which that is differs after a restore: a look-up that is right by luck shows here.
 */
export function laterIndexes(tables: string): string {
  return `do $$ declare i record; begin
    for i in select c.relname, pg_get_indexdef(indexrelid) as made
      from pg_index join pg_class c on c.oid = indexrelid
      join pg_attribute a on a.attrelid = indrelid and a.attnum = indkey[0]
      where indrelid = any (${tables}) and a.attname = 'company_id'
    loop
      execute replace(replace(i.made, i.relname, 'later_' || i.relname), 'UNIQUE ', '');
    end loop; end $$`;
}

/** Runs statements as a superuser, who alone may write what Postgres believes. */
export type AsAdmin = (text: string) => Promise<unknown>;

export class Statistics {
  #current: Exclude<State, "never"> | undefined;

  constructor(private readonly admin: AsAdmin) {}

  /** Fills two companies, and keeps what Postgres would believe in each state. */
  async fill(db: Db, { rows, records }: Sizes): Promise<void> {
    await this.admin(noAutovacuum);
    await this.admin("create schema aside");
    await this.admin(`create table aside.sizes (
      state text, oid oid, relpages int, reltuples real)`);
    for (const text of membersOfRows) await this.admin(text);
    await addRows(db, 1, { from: 1, to: fewRows, records });
    await this.#putAside("few");
    await addRows(db, 1, { from: fewRows + 1, to: sampleRows, records });
    await this.#putAside("sample");
    await addRows(db, 1, { from: sampleRows + 1, to: rows, records });
    await addRows(db, 2, { from: 1, to: rows, records });
    await addCrowds(db, 1);
    const tables = queues.map((name) => `'${name}'::regclass`).join(", ");
    await this.admin(laterIndexes(`array[${tables}]`));
    await this.#putAside("empty");
    await this.admin(`delete from pg_statistic
      where starelid::bigint - ${asideBy.empty} in (select unnest(array[${tables}])::bigint)`);
    await this.admin(`update aside.sizes set relpages = 1, reltuples = 0
      where state = 'empty' and (oid = any (array[${tables}]) or oid in (
        select indexrelid from pg_index where indrelid = any (array[${tables}])))`);
  }

  async #putAside(state: Exclude<State, "never">): Promise<void> {
    await this.admin("analyze");
    await this.admin(`insert into aside.sizes
      select '${state}', oid, relpages, reltuples from pg_class where ${ours}`);
    this.#current = state;
    await this.#leave();
  }

  /** Makes Postgres believe what it would in this state; the rows stay. */
  async enter(state: State): Promise<void> {
    await this.#leave();
    if (state === "never") return;
    const by = asideBy[state];
    await this.admin(`update pg_statistic set starelid = (starelid::bigint - ${by})::oid
      where starelid::bigint - ${by} in (select oid::bigint from pg_class where ${ours})`);
    await this.admin(`update pg_class c set relpages = a.relpages, reltuples = a.reltuples
      from aside.sizes a where a.oid = c.oid and a.state = '${state}'`);
    this.#current = state;
  }

  async #leave(): Promise<void> {
    const by = this.#current && asideBy[this.#current];
    if (by) {
      await this.admin(`update pg_statistic set starelid = (starelid::bigint + ${by})::oid
        where starelid in ${ourTables}`);
    }
    await this.admin(`update pg_class set relpages = 0, reltuples = -1, relallvisible = 0
      where ${ours}`);
    this.#current = undefined;
  }
}
