/** Accounts on a stage of the fault tests. */
import { join } from "node:path";
import { accountCreate } from "@/lib/channels/accounts/account.ts";
import { createAccount } from "@/lib/channels/accounts/create_account.ts";
import { writeAppSecrets } from "@/lib/channels/accounts/app_secrets.ts";
import { type Database, type Db, openDatabase } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { createLog } from "@/lib/tools/log.ts";
import { connectProgram, type ProgramAccount } from "../../support/channel_account.ts";
import type { FakeGraph } from "../../support/graph/graph.ts";
import type { Stage } from "./stage.ts";

export interface Channel {
  program: ProgramAccount;
  /** Of WhatsApp, whose messages are never repeated by themselves. */
  once: { id: number };
}

interface Accounts {
  /** Where the program's messages go. */
  url: string;
  secretsKey: string;
  graph: FakeGraph;
  /** Who wrote to the number a moment ago, by their own. */
  customers: readonly string[];
}

/** Connects both, before the app starts. */
export function connectAccounts(stage: Stage, accounts: Accounts): Promise<Channel> {
  const { url: callbackUrl, secretsKey } = accounts;
  return withDatabase(stage, async ({ db }) => ({
    program: await connectProgram(db, { name: "program", callbackUrl, secretsKey }),
    once: await connectNumber(db, accounts),
  }));
}

async function connectNumber(db: Db, { secretsKey, graph, customers }: Accounts) {
  const [appId, secret, token] = ["1517776481860111", "0123456789abcdef0123456789abcdef", "token"];
  const number = { id: "106540352242922", wabaId: "102290129340398", display: "+34 911 22 23 33" };
  const { state } = graph;
  graph.addApp(appId, secret);
  const scopes = ["whatsapp_business_management", "whatsapp_business_messaging"];
  graph.addToken({ text: token, appId, scopes });
  state.numbers.set(number.id, { ...number, name: "Taller", quality: "GREEN" });
  const heardAt = new Date();
  for (const id of customers) {
    state.people.push({
      ...{ ids: [id], name: id, username: null, wroteAt: new Map([[number.id, heardAt]]) },
    });
  }
  const cipher = new SecretCipher([Uint8Array.fromBase64(secretsKey)]);
  const actor = { companyId: 1, userId: null, language: "en" } as const;
  return await inCompany(db, 1, async (trx) => {
    const app = await trx.insertInto("meta_apps").values({
      ...{ company_id: 1, name: "Taller", app_id: appId, verify_token: "verify" },
      hook: "h".repeat(43),
    }).returning("id").executeTakeFirstOrThrow();
    await writeAppSecrets(trx, actor, cipher, app.id, { app_secret: secret });
    const body = accountCreate.parse({
      ...{ kind: "whatsapp", secrets: { access_token: token } },
      settings: { meta_app_id: app.id, phone_number_id: number.id, waba_id: number.wabaId },
    });
    const { id } = await createAccount(trx, actor, body, cipher);
    await trx.insertInto("account_people").values(customers.map((person_id) => ({
      ...{ company_id: 1, account_id: id, person_id, heard_at: heardAt },
    }))).execute();
    return { id };
  }, () => {});
}

/** Works on a stage's database as the app does, before it starts. */
export async function withDatabase<T>(
  stage: Stage,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    url: stage.databaseUrl ?? undefined,
    dir: join(stage.dataDir(), "postgres"),
    log: createLog("error"),
    poolSize: 1,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
