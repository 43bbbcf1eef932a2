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
import { type Action, formOf, jsonOf, type PageRequest } from "@/gateway/http/page_request.ts";
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

async function signedIn({ gateway, caller }: PageRequest): Promise<Session> {
  const session = await sessionOf(gateway.auth, caller);
  if (!session) throw new Refusal("unauthorized");
  return session;
}

export const showAccount: Action = async (request) => {
  const session = await sessionOf(request.gateway.auth, request.caller);
  if (!session) return redirect(`/.gateway/login?to=${here}`, [], 302);
  const done = speak(accountWords, request.language).done as Record<string, string>;
  const name = request.url.searchParams.get("done") ?? "";
  return await show(request, session, { done: Object.hasOwn(done, name) ? done[name] : undefined });
};

async function show(
  { gateway, language }: PageRequest,
  session: Session,
  outcome: { done?: string; problem?: string; status?: number },
): Promise<Reply> {
  const { db } = gateway.database;
  const { user, session: { id, proved, credentialId } } = session;
  const [passkeys, sessions] = await Promise.all([
    credentialsOf(db, user.id),
    sessionsOf(db, user.id),
  ]);
  const { status, ...messages } = outcome;
  return page(
    <AccountPage
      {...{ language, passkeys, sessions, proved }}
      {...messages}
      email={user.email}
      hasMail={gateway.mailer !== null}
      isFresh={isFresh(session)}
      current={{ sessionId: id, credentialId: credentialId ?? null }}
    />,
    status,
  );
}

/** WebAuthn creation options for a further passkey. */
export const addOptions: Action = async (request) => {
  const { gateway, caller } = request;
  requireFresh(await signedIn(request));
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
export const addPasskey: Action = async (request) => {
  const { gateway, caller } = request;
  const { response } = await jsonOf(request, addBody);
  const session = await signedIn(request);
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
async function own({ gateway }: PageRequest, session: Session, id: string): Promise<Credential> {
  const passkeys = await credentialsOf(gateway.database.db, session.user.id);
  const credential = passkeys.find((passkey) => passkey.id === id);
  if (!credential) throw new Refusal("not_found");
  return credential;
}

const renameForm = passkeyForm.extend({ name: z.string() });
const nameOf = z.string().trim().min(1).max(60).regex(/^\P{C}*$/u);

export const rename: Action = async (request) => {
  const { passkey, name: input } = await formOf(request, renameForm);
  const session = await signedIn(request);
  const { credentialId } = await own(request, session, passkey);
  const name = nameOf.safeParse(input).data;
  if (!name) {
    const problem = accountWords.nameWrong[request.language];
    return await show(request, session, { problem, status: 422 });
  }
  await renameCredential(request.gateway.database.db, { credentialId, name });
  return redirect(`${here}?done=renamed`);
};

/** Removes a passkey, as of a lost phone, and ends the sessions that it opened. */
export const remove: Action = async (request) => {
  const { gateway, language } = request;
  const { passkey } = await formOf(request, passkeyForm);
  const session = await signedIn(request);
  requireFresh(session);
  const { credentialId } = await own(request, session, passkey);
  const { db } = gateway.database;
  const remaining = (await credentialsOf(db, session.user.id)).length - 1;
  if (remaining === 0 && !gateway.mailer) {
    const problem = refusalWords.last_passkey[language];
    return await show(request, session, { problem, status: refusalStatus.last_passkey });
  }
  await removeCredential(db, { credentialId, except: session.session.id });
  gateway.log.info("passkey_removed", { userId: session.user.id });
  return redirect(`${here}?done=removed`);
};

export const endSession: Action = async (request) => {
  const { session: id } = await formOf(request, z.object({ session: z.string() }));
  const { user } = await signedIn(request);
  await endSessions(request.gateway.database.db, user.id, id);
  return redirect(`${here}?done=ended`);
};

export const endAll: Action = async (request) => {
  const { user } = await signedIn(request);
  await endSessions(request.gateway.database.db, user.id);
  return redirect("/.gateway/login", [forgetting]);
};
