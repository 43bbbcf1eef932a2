import { sql } from "kysely";
import { sayFailure } from "@/lib/channels/accounts/accounts.ts";
import type { CallableApp } from "@/lib/channels/meta/apps/find_app.ts";
import type { MetaKind } from "@/lib/channels/meta/account_settings.ts";
import { metaFailure } from "@/lib/channels/meta/connect/failures.ts";
import { isOfAccount, LookFailure } from "@/lib/channels/meta/connect/look.ts";
import { readToken, type TokenFacts } from "@/lib/channels/meta/connect/token.ts";
import {
  callGraph,
  type GraphCall,
  type GraphCaller,
  type GraphNetwork,
} from "@/lib/channels/meta/graph/graph.ts";
import { readPages } from "@/lib/channels/meta/graph/pages.ts";
import { idIn, lineIn, objectIn, textIn, type Untyped } from "@/lib/channels/meta/untyped.ts";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";

/** What a token reaches at Meta, to choose from. */
export interface Asset {
  kind: MetaKind;
  settings: Record<string, string | number>;
  name: string | null;
  address: string | null;
}

interface Reading {
  app: CallableApp;
  tenant: Tenant;
  token: string;
  network: GraphNetwork;
}

/** Nothing is kept. @throws Problem validation_failed (`access_token`): why it reaches nothing */
export async function readAssets(reading: Reading): Promise<Asset[]> {
  try {
    return await reachedBy(reading);
  } catch (error) {
    if (!(error instanceof LookFailure)) throw error;
    throw problem("validation_failed", { fields: { access_token: sayFailure(error.failure) } });
  }
}

async function reachedBy({ app, tenant, token, network }: Reading): Promise<Asset[]> {
  const own = app.app;
  if (!own) throw new LookFailure({ outcome: "meta_app_secret", status: null });
  const { companyId } = tenant;
  const caller: GraphCaller = { companyId, token, appSecret: app.appSecret, api: "graph" };
  const asking = (by: GraphCaller) => async (call: GraphCall): Promise<Untyped> => {
    const answer = await callGraph(network, by, call);
    if (answer.kind === "ok") return answer.json;
    throw new LookFailure(metaFailure(answer));
  };
  const byInstagram = asking({ ...caller, appSecret: app.instagramSecret, api: "instagram" });
  const facts = await readToken((call, by) => callGraph(network, by, call), own, token)
    .catch((error) => {
      // A token of Instagram's own sign-in is told from others only by trying it there.
      if (!(error instanceof LookFailure) || error.failure.outcome !== "meta_token") throw error;
      return error;
    });
  if (facts instanceof LookFailure) {
    const me = await ownInstagram(own.id, byInstagram).catch(ignoreRefusal);
    if (!me) throw facts;
    return [me];
  }
  const ask = asking(caller);
  const [numbers, pages] = await Promise.all([
    numbersOf(own.id, facts, ask),
    pagesOf(own.id, ask).catch(ignoreRefusal),
  ]);
  const assets = [...numbers, ...pages ?? []];
  if (assets.length > 0) return assets;
  const me = await ownInstagram(own.id, byInstagram).catch(ignoreRefusal);
  return me ? [me] : [];
}

type Ask = (call: GraphCall) => Promise<Untyped>;

/** What a token lacks the permission for, it does not reach. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof LookFailure && isOfAccount(error.failure)) return null;
  throw error;
}

const whatsappScope = "whatsapp_business_management";

/** Of the business accounts that the token was granted for. */
async function numbersOf(appId: number, { targets }: TokenFacts, ask: Ask): Promise<Asset[]> {
  const fields = "id,display_phone_number,verified_name";
  const assets: Asset[] = [];
  for (const wabaId of (targets.get(whatsappScope) ?? []).slice(0, 50)) {
    const path = `/${wabaId}/phone_numbers`;
    const numbers = await readPages(ask, { path, query: { fields } }).catch(ignoreRefusal);
    for (const { id, display_phone_number: number, verified_name: name } of numbers ?? []) {
      const numberId = idIn(id);
      const digits = textIn(number, 40).replace(/\D/g, "");
      if (numberId === null) continue;
      assets.push({
        kind: "whatsapp",
        settings: { meta_app_id: appId, phone_number_id: numberId, waba_id: wabaId },
        name: lineIn(name, 60),
        address: digits ? `+${digits}` : null,
      });
    }
  }
  return assets;
}

async function pagesOf(appId: number, ask: Ask): Promise<Asset[]> {
  const fields = "id,name,username,instagram_business_account{id,username}";
  const pages = await readPages(ask, { path: "/me/accounts", query: { fields } });
  return pages.flatMap((page) => {
    const pageId = idIn(page.id);
    if (pageId === null) return [];
    const linked = objectIn(page.instagram_business_account);
    const igId = idIn(linked?.id);
    const username = lineIn(linked?.username, 59);
    const settings = { meta_app_id: appId, page_id: pageId };
    const address = `m.me/${lineIn(page.username, 100) ?? pageId}`;
    const own: Asset = { kind: "facebook", settings, name: lineIn(page.name, 60), address };
    return igId === null ? [own] : [own, {
      kind: "instagram" as const,
      settings: { ...settings, login: "page", ig_id: igId },
      name: username && `@${username}`,
      address: username && `@${username}`,
    }];
  });
}

async function ownInstagram(appId: number, ask: Ask): Promise<Asset | null> {
  const me = await ask({ path: "/me", query: { fields: "id,user_id,username" } });
  const id = idIn(me.user_id);
  const username = lineIn(me.username, 59);
  if (id === null) return null;
  return {
    kind: "instagram",
    settings: { meta_app_id: appId, login: "instagram", ig_id: id },
    name: username && `@${username}`,
    address: username && `@${username}`,
  };
}

/** Marks those that an account has already, of whichever company. One statement. */
export async function markConnected(
  db: Db,
  appId: number,
  assets: readonly Asset[],
): Promise<(Asset & { connected: boolean })[]> {
  const idOf = ({ settings }: Asset) =>
    String(settings.phone_number_id ?? settings.ig_id ?? settings.page_id);
  const { rows } = await asWorker(db, (trx) =>
    sql<{ external_id: string }>`
      select r.external_id from meta_routes r
      join channel_accounts a on a.company_id = r.company_id and a.id = r.account_id
      where r.app_id = ${appId} and r.external_id = any(${assets.map(idOf)}::text[])
        and not r.is_business and a.deleted_at is null`.execute(trx));
  const ids = new Set(rows.map(({ external_id }) => external_id));
  return assets.map((asset) => ({ ...asset, connected: ids.has(idOf(asset)) }));
}
