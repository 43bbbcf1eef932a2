/** Side effects of signing in: the previous session ends, and the invitation link is used up. */
import { sessionOf } from "@/gateway/auth/call.ts";
import { endSessions, proveCredential } from "@/gateway/auth/people.ts";
import { Refusal } from "@/gateway/auth/refusal.ts";
import { takeLimits } from "@/gateway/auth/limits.ts";
import { AppUnavailable, type Invitation } from "@/gateway/app_calls.ts";
import type { Gateway } from "@/gateway/gateway.ts";
import type { PageRequest } from "@/gateway/http/page_request.ts";
import { safePath } from "@/gateway/http/paths.ts";

/** The gateway's own pages that a sign-in may lead back to. */
const own = /^\/(\.gateway\/account|enter\/[\w-]+)$/;

export function destination(to: string | null | undefined): string {
  return safePath(to, own);
}

const minute = 60_000;
const linkLimits = [{ name: "link", most: 120, windowMs: 10 * minute }];

/** The invitation behind a token. @throws Refusal link_ended, app_unavailable, too_many */
export async function lookUp({ gateway, caller }: PageRequest, token: string): Promise<Invitation> {
  const { app, database } = gateway;
  await takeLimits(database.db, linkLimits, caller.network);
  const invitation = await askApp(() => app.redeem(token, false));
  if (!invitation) throw new Refusal("link_ended");
  return invitation;
}

/** @throws Refusal app_unavailable */
export async function askApp<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof AppUnavailable ? new Refusal("app_unavailable") : error;
  }
}

interface Entered {
  /** Previous session of the browser. */
  before: Awaited<ReturnType<typeof sessionOf>>;
  /** Token of the invitation that led here. */
  link?: string;
}

/** Ends the session before this one, and uses the link up that led to it. */
export async function enter({ app, database, log }: Gateway, { before, link }: Entered) {
  if (before) await endSessions(database.db, before.user.id, before.session.id);
  // They are signed in: a link that could not be used up expires by itself.
  if (link) {
    await app.redeem(link, true).catch(() => log.warn("link_not_used_up"));
  }
}

/**
 * Proves the mailbox with a code that arrives in the session of an unproved passkey.
 * @returns whether a passkey was proved
 */
export async function prove({ database, log }: Gateway, before: Entered["before"], email: string) {
  if (!before || before.user.email !== email) return false;
  const { proved, credentialId } = before.session;
  if (proved || !credentialId) return false;
  await proveCredential(database.db, credentialId);
  log.info("passkey_proved", { userId: before.user.id });
  return true;
}
