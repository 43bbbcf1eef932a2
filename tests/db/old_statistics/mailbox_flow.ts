/** A mailbox is read, and then cannot be. */
import { hasDovecot, startDovecot } from "../../channels/email/dovecot.ts";
import { deliver, deliverPast } from "../../channels/email/deliver.ts";
import { mailOf } from "../../channels/email/mails.ts";
import { connectMailbox } from "../../channels/email/scene.ts";
import { inDatabase } from "../../crm/scene.ts";
import { startSmtp } from "../../channels/email/smtp.ts";
import { authorityPem } from "../../support/certificates.ts";
import type { World } from "../../support/world.ts";

/** The flow's servers have certificates of the tests' own authority, and their domains no MX. */
export const mailboxWorld = { mailCa: authorityPem(), exchanges: () => Promise.resolve([]) };

/** So often in a row that members hear of it. */
const failures = 4;

export async function readMailbox(world: World): Promise<void> {
  if (!hasDovecot) return;
  const { mailboxes } = world.services;
  // Its address is one account's.
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("channel_accounts").set({ address: "otra@taller.example" })
        .where("company_id", "=", 1).where("kind", "=", "email").execute(),
  );
  await using smtp = await startSmtp();
  const imap = await startDovecot();
  let id: number;
  try {
    const post = { imap, smtp };
    await deliverPast(post, [mailOf()]);
    ({ id } = await connectMailbox(world, post));
    await mailboxes.read(1, id);
    await deliver(post, [mailOf({ head: ["X-Number: 2"] })]);
    await mailboxes.read(1, id);
  } finally {
    await imap[Symbol.asyncDispose]();
  }
  for (let at = 0; at < failures; at++) await mailboxes.read(1, id);
}
