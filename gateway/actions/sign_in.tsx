import * as z from "zod";
import { attempting, countSignIn } from "@/gateway/auth/attempt.ts";
import { browserOf, newBrowser, noteBrowser } from "@/gateway/auth/browsers.ts";
import { sessionCookie } from "@/gateway/auth/auth.ts";
import { callAuth, sessionOf } from "@/gateway/auth/call.ts";
import { requestCode, takeGuess } from "@/gateway/auth/codes.ts";
import { endSessions } from "@/gateway/auth/people.ts";
import { Refusal, refusalStatus } from "@/gateway/auth/refusal.ts";
import {
  type Action,
  address,
  formOf,
  jsonOf,
  linkToken,
  type PageRequest,
} from "@/gateway/http/page_request.ts";
import { json, page, redirect, refusalHeaders, type Reply } from "@/gateway/http/reply.ts";
import { CodePage, LeavePage, SignInPage } from "@/gateway/pages/sign_in.tsx";
import { refusalWords } from "@/gateway/words/refusals.ts";
import { signInWords } from "@/gateway/words/pages.ts";
import { destination, enter, lookUp, prove } from "./entering.ts";

export const showSignIn: Action = async ({ gateway, caller, language, url, furtherWays }) => {
  const current = (await sessionOf(gateway.auth, caller))?.user.email;
  const to = destination(url.searchParams.get("to"));
  const again = current !== undefined && to === "/.gateway/account";
  const hasMail = gateway.mailer !== null;
  const more = furtherWays?.({ language, to });
  return page(<SignInPage {...{ language, to, hasMail, current, again, more }} />);
};

/** WebAuthn request options: any passkey of this site, with user verification. */
export const passkeyOptions: Action = async ({ gateway, caller }) => {
  const { data, cookies } = await callAuth(
    gateway.auth,
    "/passkey/generate-authenticate-options",
    { method: "GET", caller, withSession: false },
  );
  return { ...json({ ...data, userVerification: "required" }), cookies };
};

const signInBody = z.object({
  response: z.record(z.string(), z.unknown()),
  to: z.string().optional(),
  link: linkToken.optional(),
});

export const signInByPasskey: Action = async (request) => {
  const { gateway, caller } = request;
  const { response, to, link } = await jsonOf(request, signInBody);
  const before = await sessionOf(gateway.auth, caller);
  const expected = link ? (await lookUp(request, link)).email : undefined;
  const call = { method: "POST", body: { response }, caller, withSession: false } as const;
  const { data, cookies } = await countSignIn("passkey", () =>
    attempting(
      { way: "passkey", expected },
      () => callAuth(gateway.auth, "/passkey/verify-authentication", call),
    ));
  await enter(gateway, { before, link });
  gateway.log.info("signed_in", { way: "passkey", userId: data.user.id });
  return { ...json({ to: destination(to) }), cookies };
};

const codeForm = z.object({
  email: z.string(),
  to: z.string().optional(),
  link: linkToken.optional(),
});

/** Gives the same answer after the same time, whether the address is known or not. */
export const sendCode: Action = async (request) => {
  const { gateway, caller, language } = request;
  const mailer = requireMail(request);
  const { email: input, to: wanted, link } = await formOf(request, codeForm);
  const to = destination(wanted);
  const email = address.safeParse(input).data;
  if (!email) {
    const problem = signInWords.emailWrong[language];
    const content = <SignInPage {...{ language, to, problem }} email={input} hasMail />;
    return page(content, 422);
  }
  const own = browserOf(caller);
  const { browser, setCookie } = own ? { browser: own, setCookie: undefined } : newBrowser();
  const { auth, app, background, database: { db } } = gateway;
  const { network } = caller;
  const props = { language, email, to, link };
  try {
    const code = { email, language, network, browser };
    await requestCode({ auth, app, background, db, mailer }, code);
  } catch (error) {
    // A code that was sent before is as good as it was.
    if (own && isOfCode(error)) return codeRefused(error, props);
    throw error;
  }
  return { ...page(<CodePage {...props} />), cookies: setCookie ? [setCookie] : [] };
};

/** A refusal after which a code may still be typed. */
function isOfCode(error: unknown): error is Refusal {
  return error instanceof Refusal && ["code_wrong", "too_many"].includes(error.code);
}

/** The page for the code again, with the error. */
function codeRefused(refused: Refusal, props: Parameters<typeof CodePage>[0]): Reply {
  const problem = refusalWords[refused.code][props.language];
  const content = <CodePage {...props} problem={problem} />;
  return page(content, refusalStatus[refused.code], refusalHeaders(refused));
}

function requireMail({ gateway }: PageRequest) {
  if (!gateway.mailer) throw new Refusal("not_found");
  return gateway.mailer;
}

const checkForm = codeForm.extend({ email: address, code: z.string().max(40) });

export const signInByCode: Action = async (request) => {
  const { gateway, caller, language } = request;
  requireMail(request);
  const { email, code, link, to: wanted } = await formOf(request, checkForm);
  const to = destination(wanted);
  const before = await sessionOf(gateway.auth, caller);
  const otp = code.replace(/\s/g, "");
  // Without a cookie the caller is nobody's browser, which no code is for.
  const browser = browserOf(caller) ?? newBrowser().browser;
  const { db } = gateway.database;
  try {
    const call = { method: "POST", body: { email, otp }, caller, withSession: false } as const;
    const { data, cookies } = await countSignIn("code", async () => {
      await takeGuess(db, { email, network: caller.network, browser });
      return await attempting(
        { way: "code", browser },
        () => callAuth(gateway.auth, "/sign-in/email-otp", call),
      );
    });
    const isProof = await prove(gateway, before, email);
    await enter(gateway, { before, link });
    await noteBrowser(db, { browser, userId: data.user.id });
    gateway.log.info("signed_in", { way: "code", userId: data.user.id });
    return redirect(isProof && to === "/.gateway/account" ? `${to}?done=proved` : to, cookies);
  } catch (error) {
    if (isOfCode(error)) return codeRefused(error, { language, email, to, link });
    throw error;
  }
};

/** Signs out at once from our own links; links of other sites lead to a page that asks. */
export const signOutByLink: Action = (request) => {
  const site = request.req.headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") {
    return page(<LeavePage language={request.language} />);
  }
  return signOut(request, "/.gateway/login");
};

export const signOutByForm: Action = async (request) => {
  const { to } = await formOf(request, z.object({ to: z.string().optional() }));
  return signOut(request, to?.startsWith("/enter/") ? destination(to) : "/.gateway/login");
};

async function signOut({ gateway, caller }: PageRequest, to: string): Promise<Reply> {
  const session = await sessionOf(gateway.auth, caller);
  if (session) await endSessions(gateway.database.db, session.user.id, session.session.id);
  return redirect(to, [forgetting]);
}

/** Set-Cookie header that deletes the session cookie. */
export const forgetting = `${sessionCookie}=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
