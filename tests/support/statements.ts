/**
 * Statements that the service asks in tests on Postgres, and as whom, without their values. The
 * test of the next release prepares them on its own schema (tests/db/release).
 */
import { join } from "node:path";
import pg from "pg";
import { login } from "./login.ts";

export interface Asked {
  /** The role that the transaction took; null for the login itself. */
  role: string | null;
  sql: string;
}

/** Where a run gathers them; without it nothing is kept. */
const folder = Deno.env.get("TEST_STATEMENTS");
const statements = new Map<string, Asked>();
const roles = new WeakMap<pg.Client, string>();

const ends = /^(begin|start|commit|rollback)\b(?! to)/;
const changesRole = /set_config\('role', '(\w+)'/g;
const isPlanned = /^\s*(select|insert|update|delete|with|merge|values)\b/i;

/** Hears what goes out on connections of the service's login. */
export function hearStatements(): void {
  if (!folder) return;
  const query: (this: pg.Client, ...args: unknown[]) => unknown = pg.Client.prototype.query;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      if (this.user === login) { for (const text of textsOf(args[0])) note(this, text); }
      return query.apply(this, args);
    },
  });
}

function textsOf(query: unknown): string[] {
  if (typeof query === "string") return [query];
  const { parts, text } = query as { parts?: { text: string }[]; text?: string };
  return parts ? parts.map(({ text }) => text) : text ? [text] : [];
}

function note(client: pg.Client, text: string): void {
  if (ends.test(text)) roles.delete(client);
  if (isPlanned.test(text)) {
    const role = roles.get(client) ?? null;
    const key = `${role} ${shapeOf(text)}`;
    if (!statements.has(key)) statements.set(key, { role, sql: text });
  }
  const role = [...text.matchAll(changesRole)].at(-1)?.[1];
  if (role === "none") roles.delete(client);
  else if (role) roles.set(client, role);
}

/** Lists of any length, and rows of any number, are one statement. */
export function shapeOf(text: string): string {
  return text.replace(/\$\d+/g, "$").replace(/\b\d+\b/g, "0").replace(/\s+/g, " ")
    .replace(/([$0])(?:, \1)+/g, "$1").replace(/(\([^()]*\))(?:, ?\1)+/g, "$1");
}

/** Leaves what this process has heard so far. */
export async function leaveStatements(): Promise<void> {
  if (!folder) return;
  const text = [...statements.values()].map((one) => JSON.stringify(one)).join("\n");
  const path = join(folder, `${Deno.pid}.json`);
  await Deno.writeTextFile(`${path}.part`, text);
  await Deno.rename(`${path}.part`, path);
}

/** All that the processes of a run have left, each once. */
export async function gatherStatements(folder: string): Promise<Asked[]> {
  const all = new Map<string, Asked>();
  for await (const { name } of Deno.readDir(folder)) {
    const lines = (await Deno.readTextFile(join(folder, name))).split("\n");
    for (const one of lines.filter(Boolean).map((line) => JSON.parse(line) as Asked)) {
      all.set(`${one.role} ${shapeOf(one.sql)}`, one);
    }
  }
  return [...all.keys()].sort().map((key) => all.get(key)!);
}
