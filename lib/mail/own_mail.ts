import { connect } from "node:net";
import { createTransport } from "nodemailer";
import type { MailConfig } from "@/lib/mail/settings.ts";
import type { Gate } from "@/lib/tools/hold.ts";

export interface OwnMail {
  /** Connects and signs in, and sends nothing. */
  verify(): Promise<void>;
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
  close(): void;
}

const timeoutMs = 15_000;

/** Sends by SMTP (RFC 5321); STARTTLS is required where it is set. */
export function openOwnMail(
  { host, port, security, user, password, from }: MailConfig,
  gate: Gate,
): OwnMail {
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    // Its own look-up would dial addresses, and the gateway may call the server by name only.
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
  return {
    async verify() {
      await transport.verify();
    },
    async send({ to, subject, text }) {
      if (gate.isHeld) throw new Error("held");
      await transport.sendMail({
        from,
        to: { name: "", address: to },
        subject,
        text,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => transport.close(),
  };
}
