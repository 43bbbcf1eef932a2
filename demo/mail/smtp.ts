import { SMTPServer } from "smtp-server";
import type { AddressInfo } from "node:net";
import type { Server } from "./imap/server.ts";
import type { Mailbox } from "./mailbox.ts";

const mostBytes = 48_000_000;

/**
 * Takes what leaves by the mailboxes, on loopback, at a port that is free.
 * @param take is given each mail once it was read whole
 */
export async function startSmtp(
  mailboxes: readonly Mailbox[],
  take: (from: Mailbox, to: string[], raw: Uint8Array) => Promise<void>,
): Promise<Server> {
  const server = new SMTPServer({
    // Loopback alone gets here.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authMethods: ["PLAIN", "LOGIN"],
    disableReverseLookup: true,
    size: mostBytes,
    closeTimeout: 500,
    onAuth({ username = "", password }, _session, done) {
      const mailbox = mailboxes.find(({ account }) =>
        account.address === username.toLowerCase() && account.password === password
      );
      if (mailbox) done(null, { user: mailbox.account.address });
      else done(refusal(535, "wrong name or password"));
    },
    async onData(stream, { user, envelope }, done) {
      try {
        const chunks: Uint8Array<ArrayBuffer>[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        if (stream.sizeExceeded) return done(refusal(552, "too large"));
        const raw = await new Blob(chunks).bytes();
        const mailbox = mailboxes.find(({ account }) => account.address === user)!;
        await take(mailbox, envelope.rcptTo.map(({ address }) => address.toLowerCase()), raw);
        done();
      } catch (error) {
        done(refusal(451, `could not be kept: ${(error as Error).message}`));
      }
    },
  });
  server.on("error", () => {}); // of one connection, whose other side hears of it
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
