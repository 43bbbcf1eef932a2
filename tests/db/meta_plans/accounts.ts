/** Work on Meta's apps and accounts whose statements are looked at. */
import {
  readAppSecrets,
  rotateAppSecrets,
  writeAppSecrets,
} from "@/lib/channels/accounts/app_secrets.ts";
import { createApp } from "@/lib/channels/meta/apps/apps.ts";
import { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { addRoute, writeRoutes } from "@/lib/channels/accounts/write_routes.ts";
import { accessTokenField, rotateSecrets, writeSecret } from "@/lib/channels/accounts/secrets.ts";
import {
  listAppProblems,
  readRawProblem,
  retryAppProblem,
} from "@/lib/channels/meta/apps/problems.ts";
import type { Learnt } from "@/lib/channels/meta/connect/look.ts";
import type { MetaAccount } from "@/lib/channels/meta/connect/meta_account.ts";
import { storeLook } from "@/lib/channels/meta/connect/store_look.ts";
import { endFetch, postponeFetch, renewFetch } from "@/lib/channels/meta/files/fetches.ts";
import { storeNoHook } from "@/lib/channels/meta/hook/hook_problems.ts";
import { crmChannelHandlers as handlers } from "@/lib/crm/contacts/conversation/file_messages.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { type Case, own, tenant, within } from "./cases.ts";
import { accounts, app, cipher, memberId, problems, uuidOf } from "./fill.ts";

const query = { page: 1, per_page: 50 };
const reader = { ...tenant, language: "es" as const };

const template = {
  ...{ name: "t1", language: "es", category: "utility", state: "approved" },
  content: { unsupported: "carousel", body: "Hola", buttons: [], format: "positional" },
};

/** All that a look may tell. */
const learnt = {
  ...{ address: "+34600000001", name: "Taller", quality: "GREEN", isSubscribed: true },
  ...{ token: "newer", appScopedId: "77", templates: [template] },
  tokenEndsAt: new Date(Date.now() + 3_600_000),
} as unknown as Learnt;

/** The account as it was read before the look. */
async function readBefore(trx: Trx, id: number): Promise<MetaAccount> {
  const { name, kind, settings } = await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", 1).where("id", "=", id).executeTakeFirstOrThrow();
  const { sealed } = await trx.selectFrom("channel_secrets").select("sealed")
    .where("company_id", "=", 1).where("account_id", "=", id).executeTakeFirstOrThrow();
  return {
    ...{ id, companyId: 1, kind, name, settings, sealed, isAppGone: false, caller: null },
    ...{ app: { id: app, companyId: 1, appId: "0", caller: null }, tokenAt: null },
    tokenEndsAt: null,
  } as unknown as MetaAccount;
}

const fetch = {
  ...{ companyId: 1, fileId: uuidOf(7), accountId: accounts.whatsapp, attempts: 1 },
  lease: uuidOf(1),
};

const newer = new SecretCipher([new Uint8Array(32).fill(1), new Uint8Array(32)]);
const secrets = { app_secret: "12345678", instagram_app_secret: "87654321" };

export const accountCases: Record<string, Case> = {
  "make an app": (db) =>
    inCompany(db, 1, async (trx) => {
      const caller = { ...tenant, userId: memberId, publicUrl: "https://relevo.example" };
      const app = { name: "Otra", app_id: "99", companies: [2], secrets };
      const { id } = await createApp(trx, caller, app, cipher);
      await writeAppSecrets(trx, tenant, cipher, id, { instagram_app_secret: null });
    }, () => {}),
  "seal secrets anew": async (db) => {
    await rotateSecrets(db, newer);
    await asWorker(db, (trx) => readAppSecrets(trx, tenant, cipher, app));
    await asWorker(db, (trx) => rotateAppSecrets(trx, newer, 200));
  },
  "list an app's problems": (db) =>
    inCompany(db, 1, (trx) => listAppProblems(trx, reader, app, query)),
  "read a problem": (db) =>
    inCompany(db, 1, (trx) => readRawProblem(trx, tenant, { appId: app, id: 7 })),
  "retry what has an account": (db) =>
    retryAppProblem(db, tenant, { appId: app, id: problems.routed }),
  "retry a body": (db) => retryAppProblem(db, tenant, { appId: app, id: problems.unreadable }),
  "store a body without a hook": (db) =>
    asWorker(db, (trx) => storeNoHook(trx, own, "no_hook", new Uint8Array([1]))),
  "write routes": within("whatsapp", async (trx) => {
    const settings = { meta_app_id: app, phone_number_id: "801", waba_id: "802" };
    await writeRoutes(trx, tenant, { id: accounts.whatsapp, kind: "whatsapp", settings });
    await addRoute(trx, tenant, accounts.whatsapp, {
      ...{ app: { id: app, companyId: 1 }, object: "instagram", externalId: "803" },
    });
  }),
  "store a look": within("facebook", async (trx, { id: accountId }) => {
    await writeSecret(trx, tenant, cipher, { accountId, field: accessTokenField, secret: "old" });
    const means = { cipher, handlers, isAsked: false };
    const failure = { outcome: "meta_token", status: null };
    await storeLook(
      trx,
      await readBefore(trx, accountId),
      { ...{ steps: [], failure, learnt } },
      means,
    );
    const look = { steps: [], failure: null, learnt: { ...learnt, token: undefined } };
    await storeLook(trx, await readBefore(trx, accountId), look, { ...means, isAsked: true });
  }),
  "a file that is fetched": async (db) => {
    await inCompany(db, 1, async (trx) => {
      await trx.updateTable("file_fetches").set({ lease: fetch.lease })
        .where("company_id", "=", 1).where("file_id", "=", fetch.fileId).execute();
      await renewFetch(trx, fetch as never);
      await endFetch(trx, { ...fetch, source: { isStory: true } } as never);
      await endFetch(trx, { ...fetch, source: { isStory: false } } as never);
    }, () => {});
    await postponeFetch(db, fetch as never, 1_000);
  },
};
