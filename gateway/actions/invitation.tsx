import * as z from "zod";
import { attempting, countSignIn } from "@/gateway/auth/attempt.ts";
import { callAuth, sessionOf } from "@/gateway/auth/call.ts";
import { digestOf } from "@/gateway/auth/digest.ts";
import { standingOf } from "@/gateway/auth/invitations.ts";
import { findPerson } from "@/gateway/auth/people.ts";
import { Refusal } from "@/gateway/auth/refusal.ts";
import {
  type Action,
  formOf,
  jsonOf,
  linkToken,
  type PageRequest,
} from "@/gateway/http/page_request.ts";
import { HOME } from "@/gateway/http/paths.ts";
import { json, page, redirect } from "@/gateway/http/reply.ts";
import {
  EndedLinkPage,
  InvitationPage,
  SignedInvitationPage,
} from "@/gateway/pages/invitation.tsx";
import { askApp, enter, lookUp } from "./entering.ts";

/** The page behind a link. Opening it changes nothing: mail programs open links too. */
export const showInvitation: Action = async (request) => {
  const { gateway, caller, url } = request;
  const token = linkToken.safeParse(url.pathname.slice("/enter/".length)).data;
  try {
    if (!token) throw new Refusal("link_ended");
    const invitation = await lookUp(request, token);
    const language = languageFor(request, invitation.language);
    const mine = (await sessionOf(gateway.auth, caller))?.user.email;
    const standing = await ownStanding(request, invitation);
    const props = { language, token, invitation };
    // The recipient of a link that restores access may still be signed in.
    if (mine && !(mine === invitation.email && standing === "adds")) {
      return page(<SignedInvitationPage {...props} mine={mine} />);
    }
    const hasMail = gateway.mailer !== null;
    return page(<InvitationPage {...props} standing={standing} hasMail={hasMail} />);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "link_ended") throw error;
    const mine = (await sessionOf(gateway.auth, caller))?.user.email;
    return page(<EndedLinkPage language={request.language} mine={mine} />, 410);
  }
};

/** The invitation's language, unless the browser asks for one. */
function languageFor({ req, language }: PageRequest, fallback: PageRequest["language"]) {
  return /\b(es|en)\b/i.test(req.headers["accept-language"] ?? "") ? language : fallback;
}

function ownStanding({ gateway }: PageRequest, invitation: Parameters<typeof standingOf>[1]) {
  return standingOf({ db: gateway.database.db, hasMail: gateway.mailer !== null }, invitation);
}

const optionsBody = z.object({ link: linkToken });

/** WebAuthn creation options for the invited person's passkey. */
export const linkOptions: Action = async (request) => {
  const { gateway, caller } = request;
  const { link: token } = await jsonOf(request, optionsBody);
  const invitation = await lookUp(request, token);
  if (await ownStanding(request, invitation) !== "adds") throw new Refusal("has_passkey");
  const { email } = invitation;
  const userId = (await findPerson(gateway.database.db, email))?.id;
  const { data, cookies } = await attempting(
    { way: "link", token, email, userId },
    () =>
      callAuth(
        gateway.auth,
        `/passkey/generate-register-options?context=${digestOf(token)}`,
        // An open session would override the person the link is for.
        { method: "GET", caller, withSession: false },
      ),
  );
  return { ...json(data), cookies };
};

const linkBody = optionsBody.extend({ response: z.record(z.string(), z.unknown()) });

/** Stores the invited person's passkey, uses the link up and signs them in. */
export const makePasskeyByLink: Action = async (request) => {
  const { gateway, caller } = request;
  const { link: token, response } = await jsonOf(request, linkBody);
  const { email } = await lookUp(request, token);
  const before = await sessionOf(gateway.auth, caller);
  if (before && before.user.email !== email) throw new Refusal("other_address");
  const body = { response, createSession: true };
  const call = { method: "POST", body, caller, withSession: false } as const;
  const { data, cookies } = await countSignIn("link", () =>
    attempting(
      { way: "link", token, email },
      () => callAuth(gateway.auth, "/passkey/verify-registration", call),
    ));
  await enter(gateway, { before });
  gateway.log.info("passkey_added", { way: "link", userId: data.user.id });
  return { ...json({ to: HOME }), cookies };
};

/** Uses up the link for a person who is signed in already: it has no passkey to add. */
export const useLink: Action = async (request) => {
  const { gateway, caller } = request;
  const { link } = await formOf(request, optionsBody);
  const { email } = await lookUp(request, link);
  const session = await sessionOf(gateway.auth, caller);
  if (session?.user.email !== email) throw new Refusal("other_address");
  await askApp(() => gateway.app.redeem(link, true));
  return redirect(HOME);
};
