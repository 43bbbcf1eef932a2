/** A company with a mailbox: Dovecot keeps it, an SMTP server takes what leaves. */
import { apiOf, expectData } from "../../crm/scene.ts";
import { authorityPem } from "../../support/certificates.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { type Dovecot, hasDovecot, password, startDovecot } from "./dovecot.ts";
import { own } from "./mails.ts";
import { type Smtp, startSmtp } from "./smtp.ts";

export interface Post {
  imap: Dovecot;
  smtp: Smtp;
}

/** A test with both servers and a world that trusts them. */
export function testWithMail(
  name: string,
  test: (world: World, post: Post) => Promise<void>,
  options: Parameters<typeof testOnEach>[2] = {},
): void {
  const worldOptions = { mailCa: authorityPem(), exchanges: () => Promise.resolve([]), ...options };
  if (!hasDovecot) {
    Deno.test({ name: `${name} (left out: no Dovecot)`, ignore: true, fn() {} });
    return;
  }
  testOnEach(name, async (world) => {
    await using imap = await startDovecot();
    await using smtp = await startSmtp();
    await test(world, { imap, smtp });
  }, worldOptions);
}

export function settingsOf({ imap, smtp }: Post, user = "taller") {
  return {
    imap: { host: "localhost", port: imap.tlsPort, security: "tls", user, folder: "INBOX" },
    smtp: { host: "localhost", port: smtp.port, security: "tls", user },
  };
}

/** Connects a mailbox of company 1. */
export async function connectMailbox(
  world: World,
  post: Post,
  settings: Record<string, unknown> = {},
) {
  const api = apiOf(world, people.ana);
  const account = await expectData(
    api("POST", "/channels", {
      kind: "email",
      name: "Taller",
      address: own,
      settings: { ...settingsOf(post), ...settings },
      secrets: { password },
    }),
    201,
  );
  return { api, id: account.id as number, account };
}
