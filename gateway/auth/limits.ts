import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "@/gateway/storage/database.ts";
import { Refusal } from "./refusal.ts";

interface Limit {
  /** Name of the counted event, such as "code". */
  name: string;
  most: number;
  windowMs: number;
}

const hour = 3_600_000;

/** Each resent code allows three new guesses, so both are limited for each address. */
export const codeLimits: Limit[] = [
  { name: "code", most: 5, windowMs: hour },
  { name: "code-day", most: 15, windowMs: 24 * hour },
];
export const guessLimits: Limit[] = [{ name: "guess-day", most: 30, windowMs: 24 * hour }];

/**
 * Counts one more event, for known and unknown addresses alike. Counters are in the database, so
 * that all gateways share them. @throws Refusal too_many
 */
export async function takeLimits(
  db: Db,
  limits: Limit[],
  subject: string,
  now = Date.now(),
): Promise<void> {
  for (const { name, most, windowMs } of limits) {
    const key = `${name}:${createHash("sha256").update(subject).digest("base64url")}`;
    const since = new Date(now);
    const isOver = sql<boolean>`attempt.since <= ${new Date(now - windowMs)}`;
    const counted = await db.insertInto("attempt").values({ key, count: 1, since })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({
          count: sql`case when ${isOver} then 1 else attempt.count + 1 end`,
          since: sql`case when ${isOver} then ${since} else attempt.since end`,
        })
      ).returning(["count", "since"]).executeTakeFirstOrThrow();
    if (counted.count <= most) continue;
    throw new Refusal("too_many", Math.ceil((+counted.since + windowMs - now) / 1000));
  }
}

/** Deletes attempts that no limit counts any more, and expired sessions. */
export async function forgetAttempts(db: Db, now = Date.now()): Promise<void> {
  await db.deleteFrom("attempt").where("since", "<", new Date(now - 24 * hour)).execute();
  await db.deleteFrom("session").where("expiresAt", "<", new Date(now)).execute();
}
