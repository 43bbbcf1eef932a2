import { failure, type Finding, ok, skipped } from "@/lib/doctor/check.ts";
import { networkWords } from "@/lib/doctor/network_words.ts";
import { openOwnMail } from "@/lib/mail/own_mail.ts";
import type { MailConfig } from "@/lib/mail/settings.ts";
import { openGate } from "@/lib/tools/hold.ts";
import type { Language } from "@/lib/words/language.ts";

const { mail: words } = networkWords;

/** A message to try the mail server with. */
export interface Trial {
  address: string;
  language: Language;
}

/** Signs in at the installation's own mail server; with a trial it sends that too. */
export async function checkMailServer(
  config: MailConfig | null,
  trial: Trial | undefined,
): Promise<Finding> {
  if (!config) return trial ? failure(words.none, words.correct) : skipped(words.none);
  // Who asks is the operator, also where the installation is held.
  const mail = openOwnMail(config, openGate);
  try {
    await mail.verify();
    if (!trial) return ok(words.opens(config.host));
    const { address, language } = trial;
    const [subject, text] = [words.subject[language], words.text[language]];
    await mail.send({ to: address, subject, text });
    return ok(words.went(address));
  } catch (error) {
    const [line = ""] = (error as Error).message.split("\n");
    return failure(words.refuses(config.host, line.replace(/\.$/, "")), words.correct);
  } finally {
    mail.close();
  }
}
