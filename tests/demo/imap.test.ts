/** The demo's IMAP server, by what a client may say that none of ours does. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { compose } from "@/demo/mail/compose.ts";
import { startImap } from "@/demo/mail/imap/server.ts";
import { Mailbox } from "@/demo/mail/mailbox.ts";
import { exchange } from "../gateway/support/raw.ts";

const owner = { companyId: 1, company: "Talleres", address: "taller@talleres.example" };

async function withServer(
  act: (say: (...lines: string[]) => Promise<string[]>, mailbox: Mailbox) => Promise<void>,
) {
  const folder = await Deno.makeTempDir({ prefix: "relevo-imap-" });
  const mailbox = await Mailbox.open(join(folder, "1"), owner);
  const server = startImap([mailbox]);
  const say = async (...lines: string[]) => {
    const text = lines.map((line) => `${line}\r\n`).join("");
    const all = await exchange(`http://127.0.0.1:${server.port}`, text);
    return all.split("\r\n").slice(1, -1);
  };
  try {
    await act(say, mailbox);
  } finally {
    await server.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the demo's IMAP server lets nobody in without the password", () =>
  withServer(async (say, { account: { address, password } }) => {
    const wrong = btoa(`\0${address}\0wrong`);
    assert.deepEqual(
      await say(
        'a LIST "" *',
        `b LOGIN ${address} "wro\\"ng"`,
        `c AUTHENTICATE PLAIN ${wrong}`,
        "d AUTHENTICATE PLAIN",
        "*",
        "e NOTHING",
        "f LOGOUT",
      ),
      [
        "a NO sign in first",
        "b NO [AUTHENTICATIONFAILED] wrong name or password",
        "c NO [AUTHENTICATIONFAILED] wrong name or password",
        "+ ",
        "d BAD not base64",
        "e BAD not known here",
        "* BYE bye",
        "f OK done",
      ],
    );
    const right = btoa(`\0${address}\0${password}`);
    const [in1, in2] = await Promise.all([
      say(`a LOGIN {${address.length}}`, `${address} "${password}"`, "b LOGOUT"),
      say("a AUTHENTICATE PLAIN", right, "b LOGOUT"),
    ]);
    assert.deepEqual([in1[1], in2[1]], ["a OK done", "a OK done"]);
    assert.deepEqual(await say("a LOGIN {900000000}", "x"), []);
  }));

Deno.test("the demo's IMAP server lists, finds, reads in part, and takes", () =>
  withServer(async (say, mailbox) => {
    const { account: { address, password } } = mailbox;
    const raw = await compose({
      from: { name: "Ana", address: "ana@correo.example" },
      to: { name: "", address },
      ...{ subject: "Uno", text: "uno" },
    });
    await mailbox.add("inbox", raw, new Date("2026-03-01T12:00:00Z"));
    await mailbox.add("delivered", raw);
    await mailbox.add("inbox", raw, new Date("2026-03-03T12:00:00Z"));
    const signIn = `a LOGIN ${address} ${password}`;
    const head = new TextDecoder().decode(raw.subarray(2, 12));
    const answers = await say(
      signIn,
      'b LIST "" %',
      "c UID FETCH 1 UID",
      "d EXAMINE Nada",
      "e EXAMINE inbox",
      "f UID SEARCH SINCE 2-Mar-2026",
      "g UID SEARCH FROM ana",
      "h UID FETCH 7:* (UID INTERNALDATE RFC822.SIZE FLAGS BODY.PEEK[]<2.10>)",
      'i APPEND Sent (\\Seen) " 5-Mar-2026 10:00:00 +0100" {4}',
      "\r\nHi",
      "j LOGOUT",
    );
    assert.deepEqual(answers.filter((line) => !/^\* (FLAGS|OK|0 RECENT)/.test(line)), [
      "a OK done",
      '* LIST (\\HasNoChildren) "/" "INBOX"',
      '* LIST (\\HasNoChildren \\Sent) "/" "Sent"',
      "b OK done",
      "c BAD no folder is open",
      "d NO [NONEXISTENT] no such folder",
      "* 2 EXISTS",
      "e OK [READ-ONLY] open",
      "* SEARCH 3",
      "f OK done",
      "g BAD ALL or SINCE",
      `* 2 FETCH (UID 3 INTERNALDATE "03-Mar-2026 12:00:00 +0000" RFC822.SIZE ${raw.length} ` +
      "FLAGS () BODY[]<2> {10}",
      `${head})`,
      "h OK done",
      "+ go on",
      "i OK done",
      "* BYE bye",
      "j OK done",
    ]);
    assert.deepEqual(
      mailbox.list("sent").map(({ uid, size, at }) => [uid, size, at.toISOString()]),
      [
        [4, 4, "2026-03-05T09:00:00.000Z"],
      ],
    );
  }));
