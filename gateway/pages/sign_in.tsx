import type { VNode } from "preact";
import { codeWords, signInWords } from "@/gateway/words/pages.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { Layout } from "./layout.tsx";
import { PasskeyForm } from "./passkey_form.tsx";

interface SignIn {
  language: Language;
  to: string;
  hasMail: boolean;
  /** Address of the person who is signed in. */
  current?: string;
  /** Whether that person must sign in again to confirm their identity. */
  again?: boolean;
  problem?: string;
  email?: string;
  /** Further ways in. */
  more?: VNode;
}

export function SignInPage(
  { language, to, hasMail, current, again, problem, more, email = again ? current : "" }: SignIn,
) {
  const words = speak(signInWords, language);
  const { title, lead } = again ? { ...words, title: words.again } : words;
  return (
    <Layout {...{ language, title, lead, problem }}>
      {current && !again && <Current {...{ language, current, to }} />}
      <PasskeyForm {...{ language, to }} does="sign-in" label={words.passkey} />
      {hasMail && <p class="or">{words.or}</p>}
      {hasMail && <EmailForm {...{ language, to, email }} />}
      {more && <p class="or">{words.or}</p>}
      {more}
      <p class="foot">{hasMail ? words.lostWithMail : words.lost}</p>
    </Layout>
  );
}

function Current({ language, current, to }: { language: Language; current: string; to: string }) {
  const words = speak(signInWords, language);
  return (
    <div class="box">
      <p>{words.here(current)}</p>
      <p class="actions">
        <a class="button" href={to}>{words.goOn}</a>
        <a class="button button-plain" href="/.gateway/logout">{words.leave}</a>
      </p>
    </div>
  );
}

function EmailForm({ language, to, email }: { language: Language; to: string; email?: string }) {
  const words = speak(signInWords, language);
  return (
    <form method="post" action="/.gateway/code">
      <input type="hidden" name="to" value={to} />
      <label for="email">{words.email}</label>
      <input
        id="email"
        class="control"
        name="email"
        type="email"
        autocomplete="email"
        data-most={254}
        dir="auto"
        required
        value={email}
      />
      <button type="submit" class="button">{words.send}</button>
    </form>
  );
}

interface Code {
  language: Language;
  email: string;
  to: string;
  link?: string;
  problem?: string;
}

/** Page for the code from an e-mail. It looks the same for every address. */
export function CodePage({ language, email, to, link, problem }: Code) {
  const words = speak(codeWords, language);
  const hidden = (
    <>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="to" value={to} />
      {link && <input type="hidden" name="link" value={link} />}
    </>
  );
  return (
    <Layout language={language} title={words.title} lead={words.lead(email)} problem={problem}>
      <form method="post" action="/.gateway/code/check">
        {hidden}
        <label for="code">{words.code}</label>
        <input
          id="code"
          class="control code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          pattern="[0-9\s]*"
          data-most={12}
          dir="auto"
          required
          autofocus
        />
        <button type="submit" class="button button-primary">{words.submit}</button>
      </form>
      <p class="hint">{words.nothing}</p>
      <form method="post" action="/.gateway/code" class="inline">
        {hidden}
        <button type="submit" class="button button-plain">{words.resend}</button>
        <a class="button button-plain" href="/.gateway/login">{words.other}</a>
      </form>
    </Layout>
  );
}

/** Page that confirms a sign-out, for people sent to that URL by another site. */
export function LeavePage({ language }: { language: Language }) {
  const words = speak(signInWords, language);
  return (
    <Layout language={language} title={words.leaveTitle} lead={words.leaveLead} back>
      <form method="post" action="/.gateway/logout">
        <button type="submit" class="button button-primary">{words.leave}</button>
      </form>
    </Layout>
  );
}
