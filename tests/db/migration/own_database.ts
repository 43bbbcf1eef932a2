/** Databases of the server that a test brings to a migration itself, and runs that are killed. */
import assert from "node:assert/strict";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo } from "@/lib/db/migrate.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testDatabases } from "../../support/test_server.ts";

const server = await testDatabases();
const log = createLog("error");

interface Place {
  url: string;
  /** Opened as its owner. */
  database: Database;
}

interface Options {
  /** The migration that it stands at; without one the newest. */
  at?: string;
  deadlineMs?: number;
}

/** Registers a test on a database of its own, where there is a server. */
export function testOnServer(
  name: string,
  test: (place: Place) => Promise<void>,
  { at, deadlineMs = 120_000 }: Options = {},
): void {
  const fn = async () => {
    const url = await server!.createDatabase();
    const database = await openDatabase({ url, log, poolSize: 8, deadlineMs });
    try {
      if (at) await migrateTo(database.db, at);
      else await migrate(database.db);
      await test({ url, database });
    } finally {
      await database.close();
      await server!.dropDatabase(url);
    }
  };
  Deno.test({ name, ignore: server === null, fn });
}

/**
 * Runs migrations again and again, each run killed behind a later statement, until one ends.
 * @param own our own migrations; without it those of a test's steps
 * @returns how often one was killed
 */
export async function runDespiteKills(
  url: string,
  { first, stride, own }: { first: number; stride: number; own?: boolean },
): Promise<number> {
  const file = new URL("killed.ts", import.meta.url).pathname;
  for (let kills = 0;; kills++) {
    const { success, signal, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--node-modules-dir=manual", file]
        .concat(url, String(first + kills * stride), own ? "own" : []),
    }).output();
    if (success) return kills;
    assert.equal(signal, "SIGKILL", new TextDecoder().decode(stderr));
  }
}
