/**
 * Hooks that better-auth calls before it adds a passkey or opens a session. The packages accept
 * users that their authenticator has not verified, and know no invitations: checked here.
 */
import { getAuthenticatorName, type PasskeyOptions } from "@better-auth/passkey";
import { type AppCalls, AppUnavailable } from "@/gateway/app_calls.ts";
import type { Db } from "@/gateway/storage/database.ts";
import { type Attempt, currentAttempt, type Opened } from "./attempt.ts";
import { digestOf } from "./digest.ts";
import { standingOf } from "./invitations.ts";
import { ensurePerson, findCredential, noteOrigin, noteUse, removeCredential } from "./people.ts";
import { refusedInHook } from "./refusal.ts";

export interface Knowing {
  db: Db;
  app: AppCalls;
  /** Whether codes can be sent. */
  hasMail: boolean;
}

type Registration = NonNullable<PasskeyOptions["registration"]>;
type Authentication = NonNullable<PasskeyOptions["authentication"]>;

/** Gives a further passkey the rights of its session, and that of a link those of its company. */
export function registration(knowing: Knowing): Registration {
  return {
    requireSession: false,
    resolveUser() {
      const attempt = currentAttempt();
      if (attempt?.way !== "link") throw refusedInHook("unauthorized");
      const { email, userId = "new" } = attempt;
      return Promise.resolve({ id: userId, name: email, displayName: email });
    },
    async afterVerification({ verification, clientData, context }) {
      const { userVerified, aaguid } = verification.registrationInfo!;
      if (!userVerified) throw refusedInHook("user_not_verified");
      const attempt = currentAttempt();
      const name = getAuthenticatorName(aaguid);
      if (attempt?.way === "add") {
        await noteOrigin(knowing.db, clientData.id, attempt.origin);
        return { name };
      }
      if (attempt?.way !== "link" || context !== digestOf(attempt.token)) {
        throw refusedInHook("link_ended");
      }
      return { name, userId: await useLink(knowing, attempt, clientData.id) };
    },
  };
}

/** Uses the link up, once. @returns id of the person that the passkey is for */
async function useLink(
  knowing: Knowing,
  attempt: Extract<Attempt, { way: "link" }>,
  credentialId: string,
): Promise<string> {
  const { db, app } = knowing;
  const invitation = await askApp(() => app.redeem(attempt.token, false));
  if (invitation?.email !== attempt.email) throw refusedInHook("link_ended");
  if (await standingOf(knowing, invitation) !== "adds") throw refusedInHook("has_passkey");
  const used = await askApp(() => app.redeem(attempt.token, true));
  if (!used) throw refusedInHook("link_ended");
  const userId = await ensurePerson(db, used.email);
  // The operator vouches for the mailbox of a recovered person; a company only for itself.
  const origin = used.recover
    ? { proved: true, companyId: null, company: null }
    : { proved: false, companyId: used.companyId, company: used.company };
  await noteOrigin(db, credentialId, origin);
  attempt.opened = { ...origin, credentialId };
  return userId;
}

export function authentication({ db }: Knowing): Authentication {
  return {
    async afterVerification({ verification, clientData }) {
      if (!verification.authenticationInfo.userVerified) throw refusedInHook("user_not_verified");
      const attempt = currentAttempt();
      const credential = await findCredential(db, clientData.id);
      if (attempt?.way !== "passkey" || !credential) throw refusedInHook("passkey_unknown");
      const { email, credentialId, proved, companyId } = credential;
      if (attempt.expected !== undefined && attempt.expected !== email) {
        throw refusedInHook("other_address");
      }
      attempt.opened = { proved, companyId, credentialId };
    },
  };
}

/** Rights of a new session. Only a successful attempt opens one. @throws APIError otherwise */
export async function mayOpen(knowing: Knowing, userId: string): Promise<Opened> {
  const { db } = knowing;
  const attempt = currentAttempt();
  const opened = attempt?.way === "code"
    ? attempt.opened = { proved: true, companyId: null, credentialId: null }
    : attempt?.way !== "add" && attempt?.opened;
  if (!opened) throw refusedInHook("unauthorized");
  const { proved, companyId, credentialId } = opened;
  const { email } = await db.selectFrom("user").select("email").where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (!await askApp(() => isLive(knowing, email, opened))) throw refusedInHook("not_a_member");
  if (credentialId) await noteUse(db, credentialId);
  return { proved, companyId, credentialId };
}

/** Whether the app still admits the session's person. Removes an unproved passkey if not. */
export async function isLive(
  { db, app }: Pick<Knowing, "db" | "app">,
  email: string,
  { proved, companyId, credentialId }: Opened,
): Promise<boolean> {
  if (proved) return await app.mayEnter(email);
  const may = companyId !== null && await app.mayEnter(email, companyId);
  if (!may && credentialId) await removeCredential(db, { credentialId });
  return may;
}

async function askApp<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppUnavailable) throw refusedInHook("app_unavailable");
    throw error;
  }
}
