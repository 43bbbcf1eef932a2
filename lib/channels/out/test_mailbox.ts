import { type Account, sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import { failureWords } from "@/lib/channels/accounts/words.ts";
import type { MailDoor } from "@/lib/channels/email/door.ts";
import type { MailOutcome } from "@/lib/channels/email/failure.ts";
import { providerOf } from "@/lib/channels/email/providers.ts";
import { type MailTried, tryMailbox } from "@/lib/channels/email/try_mailbox.ts";
import { mailAdviceWords, mailStepWords } from "@/lib/channels/email/words.ts";
import { stepsIn, type Tested } from "@/lib/channels/out/test_steps.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Tries a mailbox step by step, up to the first that fails; nothing is sent. */
export async function testMailbox(
  account: Account,
  { secret, door, name, language }: {
    secret: string | undefined;
    door: MailDoor;
    name: string;
    language: Language;
  },
): Promise<Tested> {
  const { passed, failed } = stepsIn(language);
  const settings = emailSettingsOf(account.settings);
  if (secret === undefined) {
    const step = failed(mailStepWords.imap.login, failureWords.secret, mailAdviceWords.secret);
    return { steps: [step], failure: { outcome: "secret", status: null }, called: true };
  }
  const opening = { door, companyId: account.company_id, name };
  const tried = await tryMailbox(settings, secret, opening);
  const steps = tried.map(({ protocol, step, failure }) => {
    const what = mailStepWords[protocol][step];
    if (!failure) return passed(what);
    const why = sayFailure({ ...failure, status: null });
    return failed(what, why, adviceOn(failure.outcome, step, settings.imap.host));
  });
  const failure = tried.at(-1)!.failure;
  return {
    steps,
    failure: failure && { outcome: failure.outcome, status: null, said: failure.said },
    called: true,
  };
}

function adviceOn(outcome: MailOutcome, step: MailTried["step"], host: string): Text {
  if (outcome === "login") return providerOf(host)?.advice ?? mailAdviceWords.login;
  if (Object.hasOwn(mailAdviceWords, outcome)) {
    return mailAdviceWords[outcome as keyof typeof mailAdviceWords];
  }
  return step === "folder" ? mailAdviceWords.folder : mailAdviceWords.server;
}
