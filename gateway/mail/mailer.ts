import { connect } from "node:net";
import { createTransport } from "nodemailer";
import type { MailConfig } from "@/gateway/config.ts";
import { mailWords } from "@/gateway/words/mail.ts";
import { type Language, speak } from "@/lib/words/language.ts";

export interface Mailer {
  sendCode(code: { to: string; code: string; language: Language }): Promise<void>;
  close(): void;
}

const timeoutMs = 15_000;

/** Sends by SMTP (RFC 5321); STARTTLS is required where it is set. */
export function createMailer(
  { host, port, security, user, password, from }: MailConfig,
  publicUrl: string,
): Mailer {
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    // Its own look-up would dial addresses, and this process may call the server by name only.
    getSocket(_options, done) {
      const connection = connect({ host, port, timeout: timeoutMs });
      connection.once("connect", () => done(null, { connection }));
      connection.once("timeout", () => connection.destroy(new Error("the mail server is silent")));
      connection.once("error", (error) => done(error, false));
    },
    auth: user ? { user, pass: password } : undefined,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const site = new URL(publicUrl).host;
  return {
    async sendCode({ to, code, language }) {
      const words = speak(mailWords, language);
      await transport.sendMail({
        from,
        to: { name: "", address: to },
        subject: words.subject(code),
        text: words.text(code, site),
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}
