/**
 * The Postgres of a whole test run: the server that TEST_DATABASE_URL or DATABASE_URL names, else a
 * throw-away one. `testDatabases` is what test files call, `openTestServer` is the runner's.
 */
import { statfs } from "node:fs/promises";
import { findServerPrograms, startCluster } from "./cluster.ts";
import {
  type Databases,
  type DatabasesHandle,
  dropAllDatabases,
  newHandle,
  openDatabases,
  whyUnusable,
} from "./databases.ts";

/** Where Linux keeps files in memory. Copying a database is several times quicker there. */
const memory = "/dev/shm";

/** A server for a whole test run. */
export interface TestServer {
  /** For TEST_CLUSTER of the test processes. */
  handle: DatabasesHandle;
  close(): Promise<void>;
}

/** Opens the server for a test run, or returns why there is none. */
export async function openTestServer(): Promise<TestServer | { reason: string }> {
  const url = Deno.env.get("TEST_DATABASE_URL") ?? Deno.env.get("DATABASE_URL");
  if (url) {
    const reason = await whyUnusable(url);
    const handle = newHandle(url);
    return reason ? { reason } : { handle, close: () => dropAllDatabases(handle) };
  }
  if (!findServerPrograms()) return { reason: "no server programs found" };
  const isInMemory = await hasRoom(memory);
  const own = await startCluster({
    fsync: false,
    dir: isInMemory ? memory : undefined,
    isInMemory,
  });
  return { handle: own.handle, close: own.destroy };
}

/** Whether databases of a few tests at once, 13 MB each, and the server's log fit in. */
async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > 2 * 1024 ** 3;
  } catch {
    return false;
  }
}

let opened: Promise<Databases | null> | undefined;

/**
 * The server that tests create their databases on, or null where they must do without. It is the
 * runner's; a test file that is run by hand (`deno test -A tests/x.test.ts`) opens one of its own,
 * which goes with the process.
 */
export function testDatabases(): Promise<Databases | null> {
  return opened ??= (async () => {
    const setting = Deno.env.get("TEST_CLUSTER");
    if (setting === "none") return null;
    if (setting) return openDatabases(JSON.parse(setting));
    const server = await openTestServer();
    return "reason" in server ? null : openDatabases(server.handle);
  })();
}
