import { sql } from "kysely";
import type { Db } from "@/gateway/storage/database.ts";
import { digestOf } from "./digest.ts";
import { Refusal } from "./refusal.ts";

interface Limit {
  /** Name of the counted event, such as "code". */
  name: string;
  most: number;
  windowMs: number;
}

const hour = 3_600_000;

/** Codes that one browser asks for, of one address. */
export const browserLimits: Limit[] = [
  { name: "code-browser", most: 5, windowMs: hour },
  { name: "code-browser-day", most: 15, windowMs: 24 * hour },
];

/**
 * Codes that browsers ask for with which their person has not signed in yet. Each code allows three
 * guesses, so an address has 45 of them a day, wherever they come from; one network can use up
 * neither bound of the address alone.
 */
export const strangerLimits = {
  network: [{ name: "codes", most: 40, windowMs: hour }],
  networkAndAddress: [{ name: "code-network-day", most: 7, windowMs: 24 * hour }],
  address: [
    { name: "code", most: 10, windowMs: hour },
    { name: "code-day", most: 15, windowMs: 24 * hour },
  ],
} satisfies Record<string, Limit[]>;

/** Guesses of a network with browsers that no code was sent for; a code has its own three tries. */
export const guessLimits: Limit[] = [{ name: "guess", most: 20, windowMs: hour / 60 }];

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
    const key = `${name}:${digestOf(subject)}`;
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
