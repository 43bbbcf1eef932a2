import type { Invitation } from "@/gateway/app_calls.ts";
import type { Standing } from "@/gateway/auth/invitations.ts";
import { refusalTitles, refusalWords } from "@/gateway/words/refusals.ts";
import { invitationWords, signInWords } from "@/gateway/words/pages.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { Layout } from "./layout.tsx";
import { PasskeyForm } from "./passkey_form.tsx";

interface Props {
  language: Language;
  token: string;
  invitation: Invitation;
  standing: Standing;
  hasMail: boolean;
}

/** The page behind an invitation link. Looking at it does not use the link up. */
export function InvitationPage({ language, token, invitation, standing, hasMail }: Props) {
  const words = speak(invitationWords, language);
  const { company, email, recover } = invitation;
  const title = words.title(company);
  if (standing === "leads") {
    const lead = (hasMail ? words.leadsByCode : words.leads)(company, email);
    return (
      <Layout {...{ language, title, lead }}>
        <PasskeyForm
          {...{ language, link: token }}
          does="sign-in"
          label={speak(signInWords, language).passkey}
        />
        {hasMail && <SendCode {...{ language, token, email }} />}
      </Layout>
    );
  }
  const lead = recover ? words.recover(email) : words.lead(company, email);
  return (
    <Layout {...{ language, title, lead }}>
      <PasskeyForm {...{ language, link: token }} does="link" label={words.make} />
      {!recover && <p class="hint">{words.only(company)}</p>}
      {hasMail && <SendCode {...{ language, token, email }} />}
    </Layout>
  );
}

function SendCode(
  { language, token, email }: { language: Language; token: string; email: string },
) {
  return (
    <>
      <p class="or">{speak(signInWords, language).or}</p>
      <form method="post" action="/.gateway/code">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="link" value={token} />
        <button type="submit" class="button">
          {speak(invitationWords, language).sendTo(email)}
        </button>
      </form>
    </>
  );
}

interface Signed {
  language: Language;
  token: string;
  invitation: Invitation;
  /** The address of the open session. */
  mine: string;
}

/** The same for someone who is signed in: as the person whose link it is, or as another. */
export function SignedInvitationPage({ language, token, invitation, mine }: Signed) {
  const words = speak(invitationWords, language);
  const { company, email } = invitation;
  if (mine === email) {
    const lead = speak(signInWords, language).here(email);
    return (
      <Layout language={language} title={words.title(company)} lead={lead}>
        <form method="post" action="/.gateway/link/use">
          <input type="hidden" name="link" value={token} />
          <button type="submit" class="button button-primary">
            {speak(signInWords, language).goOn}
          </button>
        </form>
      </Layout>
    );
  }
  const lead = words.other(mine, email);
  return (
    <Layout {...{ language, lead }} title={words.otherTitle} back>
      <form method="post" action="/.gateway/logout">
        <input type="hidden" name="to" value={`/enter/${token}`} />
        <button type="submit" class="button">{words.leave}</button>
      </form>
    </Layout>
  );
}

/** A link that is used up, expired or none: nobody learns which. Who goes back to it is in. */
export function EndedLinkPage({ language, mine }: { language: Language; mine?: string }) {
  const title = invitationWords.endedTitle[language];
  if (mine) {
    return (
      <Layout {...{ language, title }} lead={invitationWords.endedHere(mine)[language]} back />
    );
  }
  return (
    <Layout {...{ language, title }} lead={refusalWords.link_ended[language]}>
      <p class="actions">
        <a class="button" href="/.gateway/login">{refusalTitles.signIn[language]}</a>
      </p>
    </Layout>
  );
}
