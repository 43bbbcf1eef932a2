/** An account of each company that customers of the demo write to: made once, and kept. */
import { admitKey, createKey, findKey } from "@/lib/access/keys.ts";
import { accountCreate } from "@/lib/channels/accounts/account.ts";
import { renewSecret } from "@/lib/channels/accounts/accounts.ts";
import { createAccount } from "@/lib/channels/accounts/create_account.ts";
import { callbackUrlOf } from "@/lib/channels/kinds.ts";
import { changeChannel } from "@/lib/channels/out/change_channel.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { sampleCompanies } from "../companies.ts";

/** An account and the credentials of its program. */
export interface ChatAccount {
  companyId: number;
  company: string;
  channelId: number;
  /** Key with the scope `channel`. */
  key: string;
  /** `whsec_…`, which signs what the company writes. */
  secret: string;
}

interface Wanted {
  /** Path of the saved accounts; readable by its owner only. */
  file: string;
  cipher: SecretCipher;
  /** Origin that people open. */
  publicUrl: string;
  /** Origin that the app reaches the demo at. */
  loopbackUrl: string;
}

export const chatPath = (companyId: number) => `/.gateway/chat/${companyId}`;

/** The accounts in `file` while they live, else new ones. */
export async function keepChats(db: Db, wanted: Wanted): Promise<ChatAccount[]> {
  const accounts = await readKept(wanted.file);
  const chats: ChatAccount[] = [];
  for (const { companyId, company } of await sampleCompanies(db)) {
    const existing = accounts.find((one) => one.companyId === companyId);
    const key = await keepKey(db, companyId, existing?.key);
    const account = await inCompany(
      db,
      companyId,
      (trx) => keepAccount(trx, companyId, existing, wanted),
      () => {}, // what waits is found when the app starts
    );
    chats.push({ companyId, company, key, ...account });
  }
  await Deno.writeTextFile(wanted.file, `${JSON.stringify(chats)}\n`, { mode: 0o600 });
  return chats;
}

/** Keeps the account and follows the demo's address, which may have changed. */
async function keepAccount(
  trx: Trx,
  companyId: number,
  account: ChatAccount | undefined,
  { cipher, publicUrl, loopbackUrl }: Wanted,
): Promise<Pick<ChatAccount, "channelId" | "secret">> {
  const actor = { companyId, userId: null, language: "es" } as const;
  const address = publicUrl + chatPath(companyId);
  const settings = { callback_url: `${loopbackUrl}${chatPath(companyId)}/out` };
  const row = await trx.selectFrom("channel_accounts").select(["id", "address", "settings"])
    .where("company_id", "=", companyId).where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("id", "=", account?.channelId ?? 0), eb("address", "=", address)]))
    .orderBy("id").executeTakeFirst();
  if (!row) {
    const values = { kind: "program", channel: "web", name: "Chat de la web", address, settings };
    const { id, secret } = await createAccount(trx, actor, accountCreate.parse(values), cipher);
    return { channelId: id, secret: secret! };
  }
  const isThere = row.address === address &&
    callbackUrlOf(row) === settings.callback_url;
  if (!isThere) await changeChannel(trx, actor, row.id, { address, settings }, cipher);
  if (row.id === account?.channelId) return { channelId: row.id, secret: account.secret };
  const { secret } = await renewSecret(trx, actor, row.id, cipher);
  return { channelId: row.id, secret };
}

async function keepKey(db: Db, companyId: number, storedKey: string | undefined): Promise<string> {
  const key = storedKey && await findKey(db, storedKey);
  const live = key && !await inCompany(db, companyId, (trx) => admitKey(trx, key));
  if (live) return storedKey;
  const values = { name: "Chat de la web", scope: "channel" } as const;
  return (await inCompany(db, companyId, (trx) => createKey(trx, { companyId }, values))).key;
}

async function readKept(file: string): Promise<ChatAccount[]> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
