/**
 * The kinds of database that a test runs on: one, real Postgres where there is a server, unless the
 * test is marked for both or the run is (`deno task test --both`).
 */
import type { Database } from "@/lib/db/connection.ts";
import { testDatabases } from "./test_server.ts";

export type Kind = Database["kind"];

export const hasServer = await testDatabases() !== null;

/** The kind for tests that show the same on either. */
export const usualKind: Kind = hasServer ? "postgres" : "pglite";

const isForBoth = Deno.env.get("TEST_BOTH") === "1";

/** @param both whether what is tested may differ between the kinds: SQL, transactions, waking */
export function kindsFor({ both = false } = {}): Kind[] {
  return hasServer && (both || isForBoth) ? ["postgres", "pglite"] : [usualKind];
}
