/** A person at the panel whose company has mail servers. */
import { hasDovecot, startDovecot } from "../../channels/email/dovecot.ts";
import type { Post } from "../../channels/email/scene.ts";
import { startSmtp } from "../../channels/email/smtp.ts";
import { authorityPem } from "../../support/certificates.ts";
import type { World } from "../../support/world.ts";
import { testInBrowser } from "../scene.ts";

/** Registers a test in a browser, with a Dovecot and an SMTP server that the world trusts. */
export function testWithPost(name: string, test: (world: World, post: Post) => Promise<void>) {
  if (!hasDovecot) {
    Deno.test({ name: `${name} (left out: no Dovecot)`, ignore: true, fn() {} });
    return;
  }
  testInBrowser(name, async (world) => {
    await using imap = await startDovecot();
    await using smtp = await startSmtp();
    await test(world, { imap, smtp });
  }, { mailCa: authorityPem(), exchanges: () => Promise.resolve([]) });
}
