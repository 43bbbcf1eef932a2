/** Accounts of programs, made before the app starts: it has the key that their secrets are under. */
import { randomBytes } from "node:crypto";
import { createKey } from "@/lib/access/keys.ts";
import { accountCreate } from "@/lib/channels/accounts/account.ts";
import { createAccount } from "@/lib/channels/accounts/create_account.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

export interface ProgramAccount {
  id: number;
  /** `whsec_…` */
  secret: string;
  /** Of the scope `channel`. */
  key: string;
}

/** A key for `SECRETS_KEYS`. */
export function makeSecretsKey(): string {
  return randomBytes(32).toString("base64");
}

export async function connectProgram(
  db: Db,
  { companyId = 1, name, callbackUrl = null, secretsKey }: {
    companyId?: number;
    name: string;
    callbackUrl?: string | null;
    secretsKey: string;
  },
): Promise<ProgramAccount> {
  const cipher = new SecretCipher([Uint8Array.fromBase64(secretsKey)]);
  const actor = { companyId, userId: null, language: "en" } as const;
  const settings = { callback_url: callbackUrl };
  const body = accountCreate.parse({ kind: "program", name, settings });
  return await inCompany(db, companyId, async (trx) => {
    const { id, secret } = await createAccount(trx, actor, body, cipher);
    const { key } = await createKey(trx, actor, { name, scope: "channel" });
    return { id, secret: secret!, key };
  }, () => {});
}

interface Mailbox {
  companyId?: number;
  name: string;
  address: string;
  imapPort: number;
  smtpPort: number;
  user: string;
  password: string;
  secretsKey: string;
  settings?: Record<string, unknown>;
}

/** A mailbox on loopback, without TLS: what the app runs as trusts no authority of a test's. */
export async function connectMailbox(db: Db, mailbox: Mailbox): Promise<number> {
  const { companyId = 1, name, address, imapPort, smtpPort } = mailbox;
  const { user, password, secretsKey, settings } = mailbox;
  const cipher = new SecretCipher([Uint8Array.fromBase64(secretsKey)]);
  const actor = { companyId, userId: null, language: "en" } as const;
  const server = { host: "127.0.0.1", security: "none", user };
  const body = accountCreate.parse({
    ...{ kind: "email", name, address, secrets: { password } },
    settings: {
      imap: { ...server, port: imapPort },
      smtp: { ...server, port: smtpPort },
      ...settings,
    },
  });
  return await inCompany(
    db,
    companyId,
    async (trx) => (await createAccount(trx, actor, body, cipher)).id,
    () => {},
  );
}
