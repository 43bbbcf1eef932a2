/** A business at Meta with a number, a page and an Instagram account, connected to a stage. */
import { accountCreate } from "@/lib/channels/accounts/account.ts";
import { writeAppSecrets } from "@/lib/channels/accounts/app_secrets.ts";
import { createAccount } from "@/lib/channels/accounts/create_account.ts";
import { type MetaKind, metaKinds } from "@/lib/channels/meta/account_settings.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import {
  type BusinessAccount,
  newSecrets,
  openBusiness,
  subscribeBusiness,
} from "../../../demo/meta/business.ts";
import type { FakeGraph } from "../../support/graph/graph.ts";
import type { GraphApp } from "../../support/graph/state.ts";
import { withDatabase } from "./channel_stage.ts";
import type { Stage } from "./stage.ts";

export type MetaAccount = BusinessAccount & { id: number };

export interface MetaStage {
  app: GraphApp;
  /** Path of its hook. */
  hook: string;
  accounts: Record<MetaKind, MetaAccount>;
}

/** Settings of an app whose Meta is `graph`. */
export function metaEnv({ url }: FakeGraph): Record<string, string> {
  return {
    CHANNEL_ALLOW_NETS: "127.0.0.0/8",
    META_GRAPH_URL: url,
    META_INSTAGRAM_URL: url,
    META_MEDIA_HOSTS: "127.0.0.1",
  };
}

/** Connects the three, before the app starts. */
export async function connectBusiness(
  stage: Stage,
  { graph, secretsKey }: { graph: FakeGraph; secretsKey: string },
): Promise<MetaStage> {
  const company = { companyId: 1, company: "Taller", publicUrl: "http://localhost:8000" };
  const business = openBusiness(graph, company, newSecrets(1));
  const cipher = new SecretCipher([Uint8Array.fromBase64(secretsKey)]);
  const actor = { companyId: 1, userId: null, language: "en" } as const;
  const hook = "h".repeat(43);
  const { app } = business;
  const ids = await withDatabase(stage, ({ db }) =>
    inCompany(db, 1, async (trx) => {
      const row = await trx.insertInto("meta_apps").values({
        ...{ company_id: 1, name: "Taller", app_id: app.id, verify_token: "verify", hook },
      }).returning("id").executeTakeFirstOrThrow();
      await writeAppSecrets(trx, actor, cipher, row.id, { app_secret: app.secret });
      const ids: number[] = [];
      for (const kind of metaKinds) {
        const { settings, token } = business.accounts[kind];
        const body = accountCreate.parse({
          ...{ kind, secrets: { access_token: token } },
          settings: { meta_app_id: row.id, ...settings },
        });
        ids.push((await createAccount(trx, actor, body, cipher)).id);
      }
      return ids;
    }, () => {}));
  const accounts = metaKinds.map((kind, at) => {
    const account = business.accounts[kind];
    subscribeBusiness(graph, business, account);
    return [kind, { ...account, id: ids[at]! }] as const;
  });
  return {
    ...{ app, hook: `/api/hooks/meta/${hook}` },
    accounts: Object.fromEntries(accounts) as MetaStage["accounts"],
  };
}
