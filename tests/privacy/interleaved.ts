/** Two acts at once, of which the first has begun when the second begins. */
import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { Problem } from "@/lib/input/errors.ts";
import type { Actor } from "@/lib/records/records.ts";
import { inDatabase } from "../crm/scene.ts";
import { until } from "../support/wait.ts";
import { waitingStatements } from "../support/waiting.ts";
import type { Answer, World } from "../support/world.ts";

export type Outcome = Pick<Answer, "status" | "body">;

/**
 * Stops the first act where it writes to `table`, by default history: it holds its locks and has
 * changed rows by then. Begins the second, and lets both go on once that one waits too or is done.
 * The embedded database has one connection, so there one follows the other.
 */
export async function interleaved<First, Second>(
  world: World,
  [first, second]: [() => Promise<First>, () => Promise<Second>],
  { table = "activities", mode = "share" }: {
    table?: keyof Schema;
    /** With the other, reading waits too. */
    mode?: "share" | "access exclusive";
  } = {},
): Promise<[First, Second]> {
  if (world.kind === "pglite") return [await first(), await second()];
  const { begun } = await world.owner.db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(trx);
    let open = 0;
    const begin = async <T>(act: () => Promise<T>) => {
      open++;
      const promise = act().finally(() => open--);
      await until(async () => await waitingStatements(world) >= open, {
        what: "the acts to be done or to wait",
      });
      return { promise };
    };
    return { begun: [await begin(first), await begin(second)] as const };
  });
  return await Promise.all([begun[0].promise, begun[1].promise]);
}

/** At another instance of the service: within one, the members of a company take turns at it. */
export async function elsewhere(
  world: World,
  work: (trx: Trx, actor: Actor) => Promise<unknown>,
): Promise<Outcome> {
  try {
    const body = await inDatabase(world, 1, (trx) => work(trx, { companyId: 1, userId: null }));
    return { status: 200, body };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: error.status, body: error.code };
  }
}
