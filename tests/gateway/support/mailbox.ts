/** A real SMTP server that keeps what it is sent. */
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { mailText } from "@/tests/support/mail_text.ts";
import { until } from "@/tests/support/wait.ts";

export interface Mailbox extends AsyncDisposable {
  port: number;
  /** Whole messages, the newest last. */
  messages: { to: string; text: string; isSecure: boolean; user?: string }[];
  /** Waits for the nth message to the address, counted from 1, and returns its code. */
  code(to: string, nth?: number): Promise<string>;
}

export async function openMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const messages: Mailbox["messages"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...options,
    onAuth: ({ username, password }, _session, done) =>
      password === "correct horse" ? done(null, { user: username }) : done(new Error("wrong")),
    async onData(stream, session, done) {
      const text = await mailText(stream);
      if (text === null) return;
      const to = session.envelope.rcptTo[0]!.address;
      const { secure: isSecure, user } = session;
      messages.push({ to, text, isSecure, user: user ? String(user) : undefined });
      done();
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as { port: number }).port,
    messages,
    async code(to, nth = 1) {
      const message = await until(() => messages.filter((one) => one.to === to)[nth - 1], {
        what: `code ${nth} for ${to}`,
      });
      return /^ {4}(\d{6})\r?$/m.exec(message.text)![1]!;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
