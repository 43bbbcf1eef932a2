import * as z from "zod";
import { attempting } from "@/gateway/auth/attempt.ts";
import { callAuth, type Session, sessionOf } from "@/gateway/auth/call.ts";
import {
  type Credential,
  credentialsOf,
  endSessions,
  removeCredential,
  renameCredential,
  sessionsOf,
} from "@/gateway/auth/people.ts";
import { Refusal, refusalStatus } from "@/gateway/auth/refusal.ts";
import { type Action, type Asked, formOf, jsonOf } from "@/gateway/http/asked.ts";
import { json, page, redirect, type Reply } from "@/gateway/http/reply.ts";
import { AccountPage } from "@/gateway/pages/account.tsx";
import { accountWords } from "@/gateway/words/account.ts";
import { refusalWords } from "@/gateway/words/refusals.ts";
import { speak } from "@/lib/words/language.ts";
import { forgetting } from "./sign_in.tsx";

const here = "/.gateway/account";

/** Time after signing in for which passkeys may be changed; a session left open may not. */
const freshMs = 30 * 60_000;

function isFresh({ session }: Session): boolean {
  return Date.now() - +session.createdAt < freshMs;
}

async function signedIn({ gateway, caller }: Asked): Promise<Session> {
  const session = await sessionOf(gateway.auth, caller);
  if (!session) throw new Refusal("unauthorized");
  return session;
}

export const showAccount: Action = async (asked) => {
  const session = await sessionOf(asked.gateway.auth, asked.caller);
  if (!session) return redirect(`/.gateway/login?to=${here}`, [], 302);
  const done = speak(accountWords, asked.language).done as Record<string, string>;
  const name = asked.url.searchParams.get("done") ?? "";
  return await show(asked, session, { done: Object.hasOwn(done, name) ? done[name] : undefined });
};

async function show(
  { gateway, language }: Asked,
  session: Session,
  said: { done?: string; problem?: string; status?: number },
): Promise<Reply> {
  const { db } = gateway.database;
  const { user, session: { id, proved, credentialId } } = session;
  const [passkeys, sessions] = await Promise.all([
    credentialsOf(db, user.id),
    sessionsOf(db, user.id),
  ]);
  const { status, ...shown } = said;
  return page(
    <AccountPage
      {...{ language, passkeys, sessions, proved }}
      {...shown}
      email={user.email}
      hasMail={gateway.mailer !== null}
      isFresh={isFresh(session)}
      current={{ sessionId: id, credentialId: credentialId ?? null }}
    />,
    status,
  );
}

/** WebAuthn creation options for a further passkey. */
export const addOptions: Action = async (asked) => {
  const { gateway, caller } = asked;
  requireFresh(await signedIn(asked));
  const { data, cookies } = await callAuth(
    gateway.auth,
    "/passkey/generate-register-options",
    { method: "GET", caller, withSession: true },
  );
  return { ...json(data), cookies };
};

function requireFresh(session: Session): void {
  if (!isFresh(session)) throw new Refusal("sign_in_again");
}

const addBody = z.object({ response: z.record(z.string(), z.unknown()) });

/** Adds a passkey with the rights of the session that adds it. */
export const addPasskey: Action = async (asked) => {
  const { gateway, caller } = asked;
  const { response } = await jsonOf(asked, addBody);
  const session = await signedIn(asked);
  requireFresh(session);
  const { proved, companyId = null, credentialId } = session.session;
  const passkeys = await credentialsOf(gateway.database.db, session.user.id);
  const mine = passkeys.find((passkey) => passkey.credentialId === credentialId);
  const origin = { proved, companyId: companyId ?? null, company: mine?.company ?? null };
  await attempting(
    { way: "add", origin },
    () =>
      callAuth(gateway.auth, "/passkey/verify-registration", {
        ...{ method: "POST", caller, withSession: true },
        body: { response },
      }),
  );
  gateway.log.info("passkey_added", { way: "add", userId: session.user.id });
  return json({ to: `${here}?done=added` });
};

const passkeyForm = z.object({ passkey: z.string() });

/** Finds a passkey of the signed-in person. @throws Refusal not_found */
async function own({ gateway }: Asked, session: Session, id: string): Promise<Credential> {
  const passkeys = await credentialsOf(gateway.database.db, session.user.id);
  const found = passkeys.find((passkey) => passkey.id === id);
  if (!found) throw new Refusal("not_found");
  return found;
}

const renameForm = passkeyForm.extend({ name: z.string() });
const nameOf = z.string().trim().min(1).max(60).regex(/^\P{C}*$/u);

export const rename: Action = async (asked) => {
  const { passkey, name: given } = await formOf(asked, renameForm);
  const session = await signedIn(asked);
  const { credentialId } = await own(asked, session, passkey);
  const name = nameOf.safeParse(given).data;
  if (!name) {
    const problem = accountWords.nameWrong[asked.language];
    return await show(asked, session, { problem, status: 422 });
  }
  await renameCredential(asked.gateway.database.db, { credentialId, name });
  return redirect(`${here}?done=renamed`);
};

/** Removes a passkey, as of a lost phone, and ends the sessions that it opened. */
export const remove: Action = async (asked) => {
  const { gateway, language } = asked;
  const { passkey } = await formOf(asked, passkeyForm);
  const session = await signedIn(asked);
  requireFresh(session);
  const { credentialId } = await own(asked, session, passkey);
  const { db } = gateway.database;
  const left = (await credentialsOf(db, session.user.id)).length - 1;
  if (left === 0 && !gateway.mailer) {
    const problem = refusalWords.last_passkey[language];
    return await show(asked, session, { problem, status: refusalStatus.last_passkey });
  }
  await removeCredential(db, { credentialId, except: session.session.id });
  gateway.log.info("passkey_removed", { userId: session.user.id });
  return redirect(`${here}?done=removed`);
};

export const endSession: Action = async (asked) => {
  const { session: id } = await formOf(asked, z.object({ session: z.string() }));
  const { user } = await signedIn(asked);
  await endSessions(asked.gateway.database.db, user.id, id);
  return redirect(`${here}?done=ended`);
};

export const endAll: Action = async (asked) => {
  const { user } = await signedIn(asked);
  await endSessions(asked.gateway.database.db, user.id);
  return redirect("/.gateway/login", [forgetting]);
};
