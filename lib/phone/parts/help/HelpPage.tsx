import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { HelpTables } from "@/lib/phone/parts/help/HelpTables.tsx";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneHelpWords } from "@/lib/words/phone/help.ts";
import { phoneHelpTables } from "@/lib/words/phone/help_tables.ts";

interface HelpPageProps {
  language: Language;
  /** The address at which phones reach this installation. */
  publicUrl: string;
}

/** The guide for the people who get the notifications; it works without JavaScript. */
export function HelpPage({ language, publicUrl }: HelpPageProps) {
  const words = speak(phoneHelpWords, language);
  const { before, android, iphone, answering, trouble, admin } = words;
  const { types, priorities, promises } = speak(phoneHelpTables, language);
  const other = words.otherLanguage;
  const address = `${publicUrl}/phone`;
  const isSecure = publicUrl.startsWith("https:");
  const open = (text: string) => <WithLink text={text} address={address} />;
  const contents = { android, iphone, answering, types, priorities, promises, trouble, admin };
  return (
    <div class="help">
      <header>
        <a class="help-home" href="/phone">
          <Icon name="arrow-left" class="icon" />
          {words.open}
        </a>
        <a href={`/phone/help?lang=${other}`} hreflang={other} lang={other}>{words.language}</a>
      </header>
      <main>
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        <nav aria-label={words.contents}>
          <ul>
            {Object.entries(contents).map(([id, { title }]) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <Section id="before" title={before.title}>
          <p>{before.text}</p>
        </Section>
        <Section id="android" title={android.title}>
          <Steps
            steps={[open(android.open(address)), android.pair, android.allow, android.install]}
          />
        </Section>
        <Section id="iphone" title={iphone.title}>
          <p>{iphone.first}</p>
          <Steps
            steps={[
              open(iphone.open(address)),
              iphone.add,
              iphone.start,
              iphone.pair,
              iphone.allow,
            ]}
          />
        </Section>
        <Section id="answering" title={answering.title}>
          <ul class="points">
            {Object.values(answering.points).map((point) => <li key={point}>{point}</li>)}
          </ul>
        </Section>
        <HelpTables language={language} />
        <Section id="trouble" title={trouble.title}>
          <dl>
            {Object.values(trouble.cases).map(({ what, help }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{help}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section id="admin" title={admin.title}>
          <p>{admin.secure}</p>
          <p class={isSecure ? "verdict" : "verdict verdict-bad"}>
            <Icon name={isSecure ? "lock" : "triangle-alert"} class="icon" />
            <span>{isSecure ? admin.isSecure(publicUrl) : admin.notSecure(publicUrl)}</span>
          </p>
        </Section>
      </main>
    </div>
  );
}

function Section(
  { id, title, children }: { id: string; title: string; children: ComponentChildren },
) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Steps({ steps }: { steps: ComponentChildren[] }) {
  return (
    <ol class="help-steps">
      {steps.map((step, at) => (
        <li key={at}>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}

function WithLink({ text, address }: { text: string; address: string }) {
  const [before, after] = text.split(address);
  return (
    <>
      {before}
      <a href="/phone">{address.replace(/^https?:\/\//, "")}</a>
      {after}
    </>
  );
}
