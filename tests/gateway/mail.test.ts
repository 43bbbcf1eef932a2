/** Codes leave by SMTP, and by nothing weaker than what was set. */
import assert from "node:assert/strict";
import { createMailer } from "@/gateway/mail/mailer.ts";
import type { MailConfig } from "@/lib/mail/settings.ts";
import { certificateFor } from "../support/certificates.ts";
import { openMailbox } from "./support/mailbox.ts";

const code = { to: "ana@shop.example", code: "123456", language: "es" } as const;

async function send(port: number, options: Partial<MailConfig>): Promise<void> {
  const mailer = createMailer(
    { host: "localhost", port, security: "none", from: "relevo@shop.example", ...options },
    "https://crm.example.com",
  );
  try {
    await mailer.sendCode(code);
  } finally {
    mailer.close();
  }
}

Deno.test("gateway mail: a code in the person's language, with a login where one is set", async () => {
  await using mailbox = await openMailbox();
  await send(mailbox.port, { user: "crm", password: "correct horse" });
  const [message] = mailbox.messages;
  assert.equal(message!.user, "crm");
  assert.match(message!.text, /^Subject: =\?UTF-8\?.*\?=|^Subject: 123456 es tu c/m);
  assert.equal(await mailbox.code(code.to), "123456");
  assert.match(message!.text, /^Auto-Submitted: auto-generated\r?$/m);
  await assert.rejects(send(mailbox.port, { user: "crm", password: "wrong" }), { code: "EAUTH" });
  assert.equal(mailbox.messages.length, 1);
});

Deno.test("gateway mail: nothing goes where STARTTLS is missing, or the certificate is a stranger's", async () => {
  await using plain = await openMailbox();
  await assert.rejects(send(plain.port, { security: "starttls" }));
  await assert.rejects(send(plain.port, { security: "tls" }));
  const { key, cert } = certificateFor({ signedBy: "stranger" });
  await using strange = await openMailbox({ key, cert, disabledCommands: [] });
  await assert.rejects(send(strange.port, { security: "starttls" }), /certificate|issuer|trust/i);
  assert.deepEqual([...plain.messages, ...strange.messages], []);
});
