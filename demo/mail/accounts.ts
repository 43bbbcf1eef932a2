/** The mailbox of each sample company as an account of it. */
import { accountCreate } from "@/lib/channels/accounts/account.ts";
import { createAccount } from "@/lib/channels/accounts/create_account.ts";
import { changeChannel } from "@/lib/channels/out/change_channel.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import type { Mailbox } from "./mailbox.ts";
import { authservId, type Post } from "./post.ts";

interface Wanted {
  cipher: SecretCipher;
  /** Day since which what lies in a mailbox is read too; none where it is empty. */
  importSince: string | null;
}

/** Connects what is not connected, and says where the servers listen this time. */
export async function keepMailAccounts(db: Db, post: Post, wanted: Wanted): Promise<void> {
  for (const mailbox of post.mailboxes) {
    await inCompany(
      db,
      mailbox.owner.companyId,
      (trx) => keepAccount(trx, mailbox, { ...wanted, post }),
      () => {}, // what waits is found when the app starts
    );
  }
}

async function keepAccount(
  trx: Trx,
  { owner: { companyId }, account: { address, password } }: Mailbox,
  { post, cipher, importSince }: Wanted & { post: Post },
): Promise<void> {
  const actor = { companyId, userId: null, language: "es" } as const;
  const server = { host: "127.0.0.1", security: "none", user: address } as const;
  const settings = {
    imap: { ...server, port: post.imapPort },
    smtp: { ...server, port: post.smtpPort },
  };
  const secrets = { password };
  const account = await trx.selectFrom("channel_accounts").select("id")
    .where("company_id", "=", companyId).where("kind", "=", "email")
    .where("address", "=", address).where("deleted_at", "is", null).executeTakeFirst();
  if (account) {
    await changeChannel(trx, actor, account.id, { settings, secrets }, cipher);
    return;
  }
  await createAccount(
    trx,
    actor,
    accountCreate.parse({
      kind: "email",
      name: "Correo",
      address,
      settings: { ...settings, authserv_id: authservId, import_since: importSince },
      secrets,
    }),
    cipher,
  );
}
