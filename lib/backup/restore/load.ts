import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Manifest, nameIn, namesOf, readPieceName } from "@/lib/backup/format/manifest.ts";
import { type Entry, RestoreRefused } from "@/lib/backup/restore/backup_file.ts";
import type { Target } from "@/lib/backup/restore/target.ts";
import { pathOf, quoted } from "@/lib/backup/session/session.ts";

const unzip = promisify(gunzip);
/** One row may be more than a piece. */
const maxOutputLength = 256 * 1024 * 1024;

interface Rule {
  table: string;
  name: string;
  definition: string;
}

/**
 * Fills the tables of a schema that was just made. Foreign keys are made again at the end, which
 * checks them, and triggers are off: what they would write is in the file.
 */
export class Loading {
  #counts = new Map<string, number>();

  private constructor(
    private readonly target: Target,
    private readonly manifest: Manifest,
    private readonly tables: readonly string[],
    private readonly keys: readonly Rule[],
    private readonly guarded: readonly string[],
  ) {}

  static async begin(target: Target, manifest: Manifest, tables: string[]): Promise<Loading> {
    const { session, schema } = target;
    const { rows: keys } = await session.query<Rule>(
      `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and k.contype = 'f' order by c.relname, k.conname`,
      [schema],
    );
    const { rows: guarded } = await session.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relkind = 'r' and c.relforcerowsecurity`,
      [schema],
    );
    const loading = new Loading(target, manifest, tables, keys, guarded.map(({ name }) => name));
    await loading.#open();
    return loading;
  }

  get strangers(): string[] {
    return namesOf(this.target.part, this.manifest.tables)
      .filter((name) => !this.tables.includes(name));
  }

  async #open(): Promise<void> {
    await this.#each(
      this.keys,
      ({ table, name }) => `alter table ${this.#path(table)} drop constraint ${quoted(name)}`,
    );
    await this.#each(
      this.guarded,
      (table) => `alter table ${this.#path(table)} no force row level security`,
    );
    await this.#each(
      this.tables,
      (table) => `alter table ${this.#path(table)} disable trigger user`,
    );
    await this.target.session.query(
      `truncate ${this.tables.map((table) => this.#path(table)).join(", ")}`,
    );
  }

  async add({ name, content }: Entry): Promise<void> {
    const { table, part } = readPieceName(name)!;
    if (!this.tables.includes(table)) return;
    const columns = this.manifest.columns[nameIn(part, table)];
    if (!columns) throw new RestoreRefused(`its manifest does not name the columns of ${table}`);
    const rows = await unzip(content, { maxOutputLength }).catch(() => {
      throw new RestoreRefused(`${name} cannot be unpacked`);
    });
    const { session, schema } = this.target;
    const count = await session.copyIn({ schema, name: table, columns }, new Uint8Array(rows));
    this.#counts.set(table, (this.#counts.get(table) ?? 0) + count);
  }

  async end(): Promise<void> {
    const { part, session } = this.target;
    for (const table of this.tables) {
      const expected = this.manifest.tables[nameIn(part, table)] ?? 0;
      const count = this.#counts.get(table) ?? 0;
      if (count === expected) continue;
      throw new RestoreRefused(`${table} has ${count} rows, and its manifest says ${expected}`);
    }
    await this.#setSequences();
    await this.#each(
      this.tables,
      (table) => `alter table ${this.#path(table)} enable trigger user`,
    );
    await this.#each(
      this.keys,
      ({ table, name, definition }) =>
        `alter table ${this.#path(table)} add constraint ${quoted(name)} ${definition}`,
    );
    await this.#each(
      this.guarded,
      (table) => `alter table ${this.#path(table)} force row level security`,
    );
    await session.query("set constraints all immediate");
  }

  async #setSequences(): Promise<void> {
    const { part, session, schema } = this.target;
    const { rows } = await session.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relkind = 'S'`,
      [schema],
    );
    for (const { name } of rows) {
      const sequence = this.manifest.sequences[nameIn(part, name)];
      if (!sequence) continue;
      await session.query("select setval($1::regclass, $2::bigint, $3::boolean)", [
        this.#path(name),
        String(sequence.last_value),
        sequence.is_called,
      ]);
    }
  }

  async #each<T>(all: readonly T[], statement: (one: T) => string): Promise<void> {
    for (const one of all) await this.target.session.query(statement(one));
  }

  #path(name: string): string {
    return pathOf({ schema: this.target.schema, name });
  }
}
