/** Puts mails into a mailbox on loopback (RFC 9051, APPEND with a literal that waits for nothing). */

export interface MailboxAt {
  port: number;
  user: string;
  password: string;
}

export interface Appending {
  /** @throws Error the server refused it or hung up */
  append(mail: string): Promise<void>;
  close(): void;
}

const encoder = new TextEncoder();

export async function openAppending({ port, user, password }: MailboxAt): Promise<Appending> {
  const socket = await Deno.connect({ hostname: "127.0.0.1", port });
  const reader = socket.readable.pipeThrough(new TextDecoderStream()).getReader();
  const writer = socket.writable.getWriter();
  let heard = "";
  let commands = 0;
  const command = async (text: string, literal = new Uint8Array()) => {
    const tag = `a${++commands} `;
    const end = literal.length > 0 ? ` {${literal.length}+}\r\n` : "\r\n";
    await writer.write(encoder.encode(tag + text + end));
    if (literal.length > 0) {
      await writer.write(literal);
      await writer.write(encoder.encode("\r\n"));
    }
    for (;;) {
      const lines = heard.split("\r\n");
      heard = lines.pop()!;
      const answer = lines.find((line) => line.startsWith(tag));
      if (answer?.startsWith(`${tag}OK`)) return;
      if (answer) throw new Error(answer);
      const { value, done } = await reader.read();
      if (done) throw new Error("the mail server hung up");
      heard += value;
    }
  };
  await command(`LOGIN ${user} ${password}`);
  return {
    append: (mail) => command("APPEND INBOX", encoder.encode(mail)),
    close: () => socket.close(),
  };
}
