/** A real SMTP server on loopback, which keeps what it takes and can be made to misbehave. */
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { certificateFor } from "../../support/certificates.ts";
import { mailText } from "../../support/mail_text.ts";
import { password } from "./dovecot.ts";

export interface MailIn {
  from: string;
  to: string[];
  text: string;
  user: string | undefined;
  isSecure: boolean;
  /** Asked for with SMTPUTF8 (RFC 6531). */
  isUtf8: boolean;
}

/** What becomes of a mail: taken unless it says otherwise. */
export type Outcome =
  | undefined
  | { refuse: number; text: string }
  | "hang up"
  | "take and hang up"
  | "take and wait";

export interface Smtp extends AsyncDisposable {
  port: number;
  mails: MailIn[];
  /** Lines of clients, as they came. */
  commands: string[];
  /** Answers that mails still wait for. */
  waiting: (() => void)[];
  /** Asked for each mail once it was read whole. */
  outcome: (mail: MailIn) => Outcome;
  /** Asked for each recipient. */
  refuses: (address: string) => { refuse: number; text: string } | undefined;
  /** Whether an access token signs in. */
  knows: (accessToken: string | undefined) => boolean;
}

export async function startSmtp(options: SMTPServerOptions = {}): Promise<Smtp> {
  const sockets = new Set<Socket>();
  const smtp: Omit<Smtp, typeof Symbol.asyncDispose> = {
    port: 0,
    mails: [],
    commands: [],
    waiting: [],
    outcome: () => undefined,
    refuses: () => undefined,
    knows: () => false,
  };
  const server = new SMTPServer({
    secure: true,
    ...certificateFor(),
    logger: listening(smtp),
    ...options,
    onAuth: (auth, _session, done) =>
      auth.password === password || smtp.knows(auth.accessToken)
        ? done(null, { user: auth.username })
        : done(refusal(535, "wrong password")),
    onRcptTo({ address }, _session, done) {
      const refused = smtp.refuses(address);
      done(refused && refusal(refused.refuse, refused.text));
    },
    async onData(stream, session, done) {
      const text = await mailText(stream);
      if (text === null) return;
      const { envelope, user, secure: isSecure } = session;
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      const mail = {
        ...{ from, to, text, user: user ? String(user) : undefined, isSecure },
        isUtf8: envelope.smtpUtf8 === true,
      };
      const outcome = smtp.outcome(mail);
      if (outcome !== "hang up" && !(outcome && typeof outcome === "object")) smtp.mails.push(mail);
      if (outcome === "take and wait") smtp.waiting.push(() => done());
      else if (typeof outcome === "string") { for (const socket of sockets) socket.destroy(); }
      else done(outcome && refusal(outcome.refuse, outcome.text));
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  smtp.port = (server.server.address() as { port: number }).port;
  return Object.assign(smtp, {
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function listening({ commands }: Pick<Smtp, "commands">): SMTPServerOptions["logger"] {
  const ignore = () => {};
  const debug = (_entry: unknown, whose: string, line: unknown) => {
    if (whose === "C:") commands.push(String(line));
  };
  return { ...{ trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore }, debug };
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
