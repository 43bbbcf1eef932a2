/**
 * Browsers, by a random cookie. A code belongs to the one that asked for it, so that nobody else's
 * guesses touch it; and one that a person has signed in with asks for codes of its own.
 */
import { randomBytes } from "node:crypto";
import type { Db } from "@/gateway/storage/database.ts";
import { digestOf } from "./digest.ts";

export const browserCookie = "__Host-relevo_browser";

const day = 86_400_000;
const keptMs = 180 * day;

/** Digest of a browser's cookie; undefined where it has none. */
export function browserOf({ cookie }: { cookie: string }): string | undefined {
  const start = `${browserCookie}=`;
  const pair = cookie.split(";").map((one) => one.trim()).find((one) => one.startsWith(start));
  const value = pair?.slice(start.length) ?? "";
  return /^[\w-]{43}$/.test(value) ? digestOf(value) : undefined;
}

/** A browser that nobody has been seen with, and the Set-Cookie header that makes it this one. */
export function newBrowser(): { browser: string; setCookie: string } {
  const value = randomBytes(32).toString("base64url");
  const attributes = `Path=/; Max-Age=${keptMs / 1000}; HttpOnly; Secure; SameSite=Lax`;
  return { browser: digestOf(value), setCookie: `${browserCookie}=${value}; ${attributes}` };
}

/** Beginning of the plugin's own names for codes; their address follows. */
export const codePrefix = "sign-in-otp-";

/** Name that a code is kept under: of its address and its browser, so that no other finds it. */
export function nameOfCode(identifier: string, browser: string): string {
  return digestOf(`${identifier} ${browser}`);
}

/** True if this address has signed in by a code from this browser before. */
export async function isFamiliar(
  db: Db,
  { browser, email }: { browser: string; email: string },
): Promise<boolean> {
  const row = await db.selectFrom("browser as b").innerJoin("user as u", "u.id", "b.userId")
    .select("b.digest").where("b.digest", "=", browser).where("u.email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteBrowser(
  db: Db,
  { browser, userId }: { browser: string; userId: string },
): Promise<void> {
  const usedAt = new Date();
  await db.insertInto("browser").values({ digest: browser, userId, usedAt })
    .onConflict((conflict) => conflict.columns(["digest", "userId"]).doUpdateSet({ usedAt }))
    .execute();
}

/** Forgets those whose cookie has ended. */
export async function forgetBrowsers(db: Db, now = Date.now()): Promise<void> {
  await db.deleteFrom("browser").where("usedAt", "<", new Date(now - keptMs)).execute();
}
