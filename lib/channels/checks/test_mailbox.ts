import { type Account, sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { type EmailSettings, emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { MailFailure, type MailOutcome } from "@/lib/channels/email/failure.ts";
import type { MailLogins } from "@/lib/channels/email/oauth/logins.ts";
import { providerOf } from "@/lib/channels/email/providers.ts";
import { type MailTried, tryMailbox } from "@/lib/channels/email/try_mailbox.ts";
import { mailAdviceWords, mailStepWords } from "@/lib/channels/email/words.ts";
import { stepsIn, type Tested } from "@/lib/channels/accounts/test_steps.ts";
import { SecretLost } from "@/lib/secrets/secret_cipher.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** Tries a mailbox step by step, up to the first that fails; nothing is sent. */
export async function testMailbox(
  account: Account,
  { logins, network, name, language }: {
    logins: MailLogins;
    network: MailNetwork;
    name: string;
    language: Language;
  },
): Promise<Tested> {
  const { passed, failed } = stepsIn(language);
  const settings = emailSettingsOf(account.settings);
  const { company_id: companyId, id: accountId } = account;
  const credential = await logins.of({ companyId, accountId, settings }).catch(asFailure);
  if ("outcome" in credential) {
    const why = sayFailure(credential);
    const advice = adviceOn(credential.outcome, "login", settings);
    const steps = [failed(mailStepWords.imap.login, why, advice)];
    return { steps, failure: credential, called: true };
  }
  const tried = await tryMailbox(settings, credential, { network, companyId, name });
  const steps = tried.map(({ protocol, step, failure }) => {
    const what = mailStepWords[protocol][step];
    if (!failure) return passed(what);
    const why = sayFailure({ ...failure, status: null });
    return failed(what, why, adviceOn(failure.outcome, step, settings));
  });
  const failure = tried.at(-1)!.failure;
  if (failure?.outcome === "login") logins.forget(accountId);
  return {
    steps,
    failure: failure && { outcome: failure.outcome, status: null, detail: failure.detail },
    called: true,
  };
}

function asFailure(error: unknown): { outcome: MailOutcome; status: null; detail?: string } {
  if (error instanceof SecretLost) return { outcome: "secret", status: null };
  if (!(error instanceof MailFailure)) throw error;
  return { outcome: error.outcome, status: null, detail: error.detail };
}

function adviceOn(
  outcome: MailOutcome,
  step: MailTried["step"],
  { sign_in: way, imap }: EmailSettings,
): Text {
  if (way !== "password" && (outcome === "login" || outcome === "secret")) {
    return mailAdviceWords.signIn;
  }
  if (outcome === "login") return providerOf(imap.host)?.advice ?? mailAdviceWords.login;
  if (Object.hasOwn(mailAdviceWords, outcome)) {
    return mailAdviceWords[outcome as keyof typeof mailAdviceWords];
  }
  return step === "folder" ? mailAdviceWords.folder : mailAdviceWords.server;
}
