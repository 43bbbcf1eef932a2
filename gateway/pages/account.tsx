import type { Credential, Sitting } from "@/gateway/auth/people.ts";
import { accountWords } from "@/gateway/words/account.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";
import { deviceOf } from "./device.ts";
import { Layout } from "./layout.tsx";
import { PasskeyForm } from "./passkey_form.tsx";

export interface Account {
  language: Language;
  email: string;
  proved: boolean;
  hasMail: boolean;
  /** They signed in a short while ago, so they may change their passkeys. */
  isFresh: boolean;
  passkeys: Credential[];
  sessions: Sitting[];
  current: { sessionId: string; credentialId: string | null };
  problem?: string;
  done?: string;
}

/** A person's own ways in and open sessions. */
export function AccountPage(account: Account) {
  const { language, email, problem, done, passkeys, isFresh } = account;
  const words = speak(accountWords, language);
  return (
    <Layout
      {...{ language, problem, done }}
      title={words.title}
      lead={words.lead(email)}
      back
      wide
    >
      <Mailbox {...account} />
      <section aria-labelledby="passkeys">
        <h2 id="passkeys">{words.passkeys}</h2>
        {passkeys.length === 0 && <p class="hint">{words.noPasskeys}</p>}
        <ul class="list">
          {passkeys.map((passkey) => <Passkey key={passkey.id} {...account} passkey={passkey} />)}
        </ul>
        {isFresh
          ? <PasskeyForm language={language} does="add" label={words.add} plain />
          : <ConfirmFirst language={language} />}
      </section>
      <Sessions {...account} />
    </Layout>
  );
}

function Mailbox({ language, email, proved, hasMail, passkeys, current }: Account) {
  const words = speak(accountWords, language);
  if (proved) return <p class="mark mark-success">{words.proved}</p>;
  const mine = passkeys.find(({ credentialId }) => credentialId === current.credentialId);
  const company = mine?.company ?? words.oneCompany;
  return (
    <div class="box">
      <p class="mark mark-warning">{words.unproved}</p>
      <p>{(hasMail ? words.unprovedLead : words.unprovedNoMail)(company)}</p>
      {hasMail && (
        <form method="post" action="/.gateway/code">
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="to" value="/.gateway/account" />
          <button type="submit" class="button button-primary">{words.prove}</button>
        </form>
      )}
    </div>
  );
}

function ConfirmFirst({ language }: { language: Language }) {
  const words = speak(accountWords, language);
  return (
    <div class="box">
      <p>{words.confirmFirst}</p>
      <a class="button" href="/.gateway/login?to=/.gateway/account">{words.confirm}</a>
    </div>
  );
}

function Passkey({ language, passkey, isFresh, current }: Account & { passkey: Credential }) {
  const words = speak(accountWords, language);
  const { id, credentialId, createdAt, usedAt, proved, company } = passkey;
  const name = passkey.name ?? words.unnamed;
  const days = [createdAt && words.made(day(createdAt, language))]
    .concat(usedAt && words.used(day(usedAt, language))).filter(Boolean);
  return (
    <li>
      <p class="name">
        {name}
        {credentialId === current.credentialId && (
          <span class="mark mark-success">{words.thisOne}</span>
        )}
      </p>
      <p class="hint">
        {days.join(", ")}
        {!proved && ` · ${words.opens(company ?? words.oneCompany)}`}
      </p>
      <div class="actions">
        <details>
          <summary aria-label={`${words.rename}: ${name}`}>{words.rename}</summary>
          <form method="post" action="/.gateway/account/rename">
            <input type="hidden" name="passkey" value={id} />
            <label for={`name-${id}`}>{words.name}</label>
            <input
              id={`name-${id}`}
              class="control"
              name="name"
              value={passkey.name ?? ""}
              data-most={60}
              dir="auto"
              required
            />
            <button type="submit" class="button">{words.save}</button>
          </form>
        </details>
        {isFresh && (
          <details>
            <summary aria-label={`${words.remove}: ${name}`}>{words.remove}</summary>
            <form method="post" action="/.gateway/account/remove">
              <input type="hidden" name="passkey" value={id} />
              <p class="hint">{words.removeLead}</p>
              <button type="submit" class="button button-danger">{words.removeConfirm}</button>
            </form>
          </details>
        )}
      </div>
    </li>
  );
}

function Sessions({ language, sessions, current }: Account) {
  const words = speak(accountWords, language);
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      <ul class="list">
        {sessions.map(({ id, createdAt, ipAddress, userAgent }) => {
          const client = deviceOf(userAgent);
          const device = client ? words.device(client.browser, client.system) : words.unknownDevice;
          return (
            <li key={id} class="row">
              <div>
                <p class="name">
                  {device}
                  {id === current.sessionId && <span class="mark mark-success">{words.here}</span>}
                </p>
                <p class="hint">
                  {[words.since(day(createdAt, language)), ipAddress].filter(Boolean).join(" · ")}
                </p>
              </div>
              {id !== current.sessionId && (
                <form method="post" action="/.gateway/account/end">
                  <input type="hidden" name="session" value={id} />
                  <button type="submit" class="button" aria-label={`${words.end}: ${device}`}>
                    {words.end}
                  </button>
                </form>
              )}
            </li>
          );
        })}
      </ul>
      <form method="post" action="/.gateway/account/end-all" class="inline">
        <a class="button" href="/.gateway/logout">{words.leave}</a>
        <button type="submit" class="button button-danger">{words.endAll}</button>
      </form>
    </section>
  );
}

function day(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: "long" }).format(at);
}
