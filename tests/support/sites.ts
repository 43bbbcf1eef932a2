/**
 * Places of the app that ask statements, as tests of plans meet them. A plugin of the query builder
 * runs within the call that asks, so the place is exact, however the text is put together.
 */
import { join } from "node:path";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import type { Db } from "@/lib/db/connection.ts";

/** Where a whole run gathers them; without it they are not left. */
const folder = Deno.env.get("TEST_SITES");
const sites = new Set<string>();
const frames = 40;
/** Not the ways into the database themselves, which are on every stack. */
const place = /\/(lib\/(?!db\/)[^:)\s]+):(\d+):\d+/;

const sitesOf = new WeakMap<object, string>();

const ear: KyselyPlugin = {
  transformQuery({ node, queryId }): RootOperationNode {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = frames;
    const [, file, line] = place.exec(new Error().stack ?? "") ?? [];
    Error.stackTraceLimit = limit;
    if (file) {
      sites.add(`${file}:${line}`);
      sitesOf.set(queryId, `${file}:${line}`);
    }
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

/** The place that asked a statement, by the statement's id. */
export function siteOf(queryId: object): string | undefined {
  return sitesOf.get(queryId);
}

/** The same database, whose statements' places are noted. */
export function notingSites(db: Db): Db {
  return db.withPlugin(ear);
}

/** Leaves them to the end of the run. */
export async function leaveSites(): Promise<void> {
  if (folder) {
    await Deno.writeTextFile(join(folder, `${crypto.randomUUID()}.txt`), [...sites].join("\n"));
  }
}
