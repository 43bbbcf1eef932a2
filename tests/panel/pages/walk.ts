/** All pages of the panel, looked at in a few tabs at once: a walk mostly waits for frames. */
import type { Page } from "playwright-core";
import { metaKinds } from "@/lib/channels/meta/out/limits.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { allFiles } from "../../http/routes.ts";
import type { Scene } from "../../isolation/things.ts";
import { pathTo } from "../../isolation/try_endpoint.ts";
import { inTenant } from "../../notify/scene.ts";
import type { LaunchedBrowser } from "../../support/browser.ts";
import { people } from "../../support/world.ts";

const tabCount = 3;

/** Worlds in which Ana sees the page of the installation too. */
export const asOperator = { env: { OPERATOR_EMAIL: people.ana } };

/** Addresses of the pages that stand below routes/, with the scene's records, of one part of the app. */
export async function pathsOfPages({ things }: Scene, part = /^\/panel/): Promise<string[]> {
  return (await allFiles()).filter(({ kind, path }) => kind === "page" && part.test(path))
    .map(({ path }) => pathTo(path, things));
}

/** Hands each item to a tab that is free, in order. */
export async function inTabs<Item>(
  { context, page }: LaunchedBrowser,
  items: Item[],
  look: (page: Page, item: Item) => Promise<void>,
): Promise<void> {
  const tabs = [page];
  while (tabs.length < tabCount) tabs.push(await context.newPage());
  const queue = items.values();
  await Promise.all(tabs.map(async (tab) => {
    for (const item of queue) await look(tab, item);
  }));
}

/** The address of a quotation of which lines can be changed. */
export async function makeDraft(
  { world, side, things }: Scene,
  opportunityId = Number(things.opportunities),
): Promise<string> {
  const api = apiOf(world, side.member, side.companyId);
  const lines = [{ name: "Mesa", quantity: 2, unit_price: 980, tax_rate: 21 }];
  const json = { opportunity_id: opportunityId, lines };
  return `/panel/quotes/${(await expectData(api("POST", "/quotes", json), 201)).id}`;
}

/** Pages of an account of each of Meta's kinds; the number has templates with these words. */
export async function makeMetaPages(
  { world, side: { companyId: company_id } }: Scene,
  words: string,
): Promise<string[]> {
  const templates = [
    { name: "aviso", header: { type: "text", text: words }, footer: words, unsupported: null },
    { name: "codigo", header: null, footer: null, unsupported: "code" },
  ];
  const ids = await inTenant(world, async (trx) => {
    const accounts = await trx.insertInto("channel_accounts").values(metaKinds.map((kind) => ({
      ...{ company_id, kind, channel: kind, name: words, state: "working" as const },
      settings: JSON.stringify({ meta_app_id: 1, phone_number_id: "1", page_id: "1", ig_id: "1" }),
    }))).returning(["id", "kind"]).execute();
    const { id: account_id } = accounts.find(({ kind }) => kind === "whatsapp")!;
    await trx.insertInto("message_templates").values(templates.map(({ name, ...more }) => ({
      ...{ company_id, account_id, name, language: "es", category: "utility", state: "approved" },
      content: JSON.stringify({
        ...{ format: "positional", body: words, buttons: [], variables: [] },
        ...more,
      }),
    }))).execute();
    return accounts.map(({ id }) => id);
  }, company_id);
  return ids.map((id) => `/panel/settings/channels/${id}`);
}
