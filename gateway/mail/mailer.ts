import { mailWords } from "@/gateway/words/mail.ts";
import { openOwnMail } from "@/lib/mail/own_mail.ts";
import type { MailConfig } from "@/lib/mail/settings.ts";
import { openGate } from "@/lib/tools/hold.ts";
import { type Language, speak } from "@/lib/words/language.ts";

export interface Mailer {
  sendCode(code: { to: string; code: string; language: Language }): Promise<void>;
  close(): void;
}

/** Sends codes, also while the installation is held: somebody asked for them. */
export function createMailer(config: MailConfig, publicUrl: string): Mailer {
  const mail = openOwnMail(config, openGate);
  const site = new URL(publicUrl).host;
  return {
    async sendCode({ to, code, language }) {
      const words = speak(mailWords, language);
      await mail.send({ to, subject: words.subject(code), text: words.text(code, site) });
    },
    close: () => mail.close(),
  };
}
