import * as z from "zod";
import { RestoreRefused } from "@/lib/backup/restore/backup_file.ts";
import { UnknownDatabase } from "@/lib/backup/write/catalogue.ts";
import { OutputRefused } from "@/lib/backup/write/output.ts";
import { readOptions, UsageError } from "@/lib/commands/arguments.ts";
import { type Company, findCompany, listCompanies } from "@/lib/access/companies.ts";
import { type Config, ConfigError, readConfig } from "@/lib/service/config.ts";
import { followDatabase } from "@/lib/db/clock.ts";
import { type Database, type Db, openDatabase } from "@/lib/db/connection.ts";
import { ControlFailed } from "@/lib/service/control/client.ts";
import { FolderInUse, lockFolder } from "@/lib/db/folder.ts";
import { prepareSchema, requireSchema } from "@/lib/db/prepare_schema.ts";
import { sayUnreachable } from "@/lib/db/hosts/unreachable.ts";
import { oneLine } from "@/lib/input/input.ts";
import { createLog } from "@/lib/tools/log.ts";
import { withOwnCommands } from "@/lib/tools/own_commands.ts";

/** The command cannot do what it was asked; the message is for the operator. */
export class CommandError extends Error {
  override name = "CommandError";
}

interface Verb<Target> {
  options: Record<string, z.ZodType>;
  flags: string[];
  /** The option that is given without its name. */
  word?: string;
  // Each verb's options are checked by its own schemas.
  // deno-lint-ignore no-explicit-any
  run(target: Target, options: any): Promise<void>;
}

interface Ground {
  db: Db;
  config: Config;
}

/** A command on the database, unless it says on what else. */
export interface Command<Target = Ground> {
  usage: string;
  /** Verbs by name; a command's only verb is "". */
  verbs: Record<string, Verb<Target>>;
}

/** @param flags options without a value */
export function verb<S extends Record<string, z.ZodType>, Flag extends string = never>(
  options: S,
  run: (
    db: Db,
    options: z.infer<z.ZodObject<S>> & Record<Flag, boolean>,
    config: Config,
  ) => Promise<void>,
  flags: Flag[] = [],
): Verb<Ground> {
  return { options, flags, run: ({ db, config }, options) => run(db, options, config) };
}

export const companyId = z.coerce.number("must be a company's number, such as 1")
  .int("must be a whole number").min(1, "must be 1 or more")
  .max(2_147_483_647, "is too large");

export function words(max: number) {
  const wrong = `must have 1 to ${max} characters`;
  return z.string().overwrite(oneLine).trim().min(1, wrong).refine(
    (text) => [...text].length <= max,
    wrong,
  );
}

/** Runs the command and returns its exit code; the embedded database is locked meanwhile. */
export function runCommand(command: Command, args: string[]): Promise<number> {
  return runWith(
    (config, work) => withDatabase(config, {}, (db) => work({ db, config })),
    command,
    args,
  );
}

/** Runs the command on what `open` opens, and returns its exit code. */
export function runWith<Target>(
  open: (config: Config, work: (target: Target) => Promise<void>) => Promise<void>,
  command: Command<Target>,
  args: string[],
): Promise<number> {
  return runOn((work) => open(readConfig(), work), command, args);
}

/** As `runWith`, of a command that reads the settings itself. */
export async function runOn<Target>(
  open: (work: (target: Target) => Promise<void>) => Promise<void>,
  command: Command<Target>,
  args: string[],
): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(withOwnCommands(command.usage));
    return 0;
  }
  try {
    const { verb, options } = chooseVerb(command, args);
    await open((target) => verb.run(target, options));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(withOwnCommands(`${error.message}\n\n${command.usage}`));
      return 2;
    }
    console.error(withOwnCommands(`relevo: ${explain(error)}`));
    return 1;
  }
}

function chooseVerb<Target>({ verbs }: Command<Target>, args: string[]) {
  const only = verbs[""];
  if (only) return { verb: only, options: readOptions(args, only.options, only.flags, only.word) };
  const [word = "", ...rest] = args;
  const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  if (verb) return { verb, options: readOptions(rest, verb.options, verb.flags) };
  const names = Object.keys(verbs).join(", ");
  throw new UsageError([word ? `"${word}" is none of ${names}` : `say one of ${names}`]);
}

interface Opening {
  /** Leaves the schema as it is, and refuses another version's. */
  onlyReads?: boolean;
  /** Takes a schema of any version. */
  anySchema?: boolean;
}

export async function withDatabase(
  config: Config,
  { anySchema = false, onlyReads = anySchema }: Opening,
  work: (db: Db, database: Database) => Promise<void>,
): Promise<void> {
  const { databaseUrl: url, migrateDatabaseUrl: ownerUrl, dataDir } = config;
  const lock = url ? undefined : await lockFolder(dataDir);
  try {
    const log = createLog("error", console.error);
    const readsAs = onlyReads && ownerUrl || url;
    const dir = `${dataDir}/postgres`;
    const options = { url: readsAs, dir, log, poolSize: 2, memory: dataDir };
    const database = await openDatabase({ ...options, target: onlyReads ? "any" : "primary" });
    try {
      if (onlyReads && !anySchema) await requireSchema(database);
      const applied = onlyReads
        ? []
        : await prepareSchema(database, { ownerUrl, log, memory: dataDir });
      for (const name of applied) console.error(`applied ${name}`);
      await followDatabase(database.db);
      await work(database.db, database);
    } finally {
      await database.close();
    }
  } finally {
    lock?.release();
  }
}

/** By the database, or by the process that owns the embedded one. */
export async function withDatabaseOrOwner(
  config: Config,
  { onlyReads, byDatabase, byOwner }: {
    onlyReads?: boolean;
    byDatabase(db: Db, database: Database): Promise<void>;
    byOwner(): Promise<void>;
  },
): Promise<void> {
  try {
    await withDatabase(config, { onlyReads }, byDatabase);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    await byOwner();
  }
}

/** Each has a digit, which no code of the operating system's has. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Errors whose message is for the operator. */
const plain = [
  ...[CommandError, ConfigError, ControlFailed, OutputRefused, RestoreRefused],
  UnknownDatabase,
];

function explain(error: unknown): string {
  if (error instanceof FolderInUse) {
    return `${error.message}, and the embedded database takes one process at a time. ` +
      "Stop it first, or do this in the panel.";
  }
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message;
  const unreachable = sayUnreachable(error);
  if (unreachable) return unreachable;
  const { message, code } = error as { message: string; code?: string };
  const what = message || code || String(error);
  if (!code) return what;
  return `the ${sqlState.test(code) ? "database" : "system"} refused: ${what} (${code})`;
}

/** @throws CommandError naming the companies that there are */
export async function requireCompany(db: Db, id: number): Promise<Company> {
  const company = await findCompany(db, id);
  if (company) return company;
  const others = (await listCompanies(db)).map(({ id, name }) => `${id} ${name}`).join(", ");
  throw new CommandError(`there is no company ${id}; there are: ${others}`);
}

export function table(heads: string[], rows: string[][]): string {
  const all = [heads, ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map((row) => [...row[at]!].length)));
  return all.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join("  ").trimEnd())
    .join("\n");
}
