/** A company's business as Meta has it: an app, a number, two pages and an Instagram account. */
import { type MetaKind, metaKinds } from "@/lib/channels/meta/account_settings.ts";
import { hookFields } from "@/lib/channels/meta/connect/subscription.ts";
import type { FakeGraph } from "@/tests/support/graph/graph.ts";
import type { GraphApp, GraphToken } from "@/tests/support/graph/state.ts";
import type { Values } from "./payload.ts";
import { templatesOf } from "./templates.ts";

/** Secrets of a business, stored so that its accounts stay connected over restarts. */
export interface BusinessSecrets {
  companyId: number;
  appSecret: string;
  tokens: Record<MetaKind, string>;
}

export interface BusinessAccount {
  kind: MetaKind;
  token: string;
  /** In the paths of its calls: the number or the page. */
  ownId: string;
  /** Settings of the account that its kind alone has. */
  settings: Record<string, string>;
  /** Whose hooks the app asks for. */
  subscribedId: string;
  /** As customers call it. */
  address: string;
  /** By what stands in Meta's examples. */
  values: Values;
}

export interface Business {
  companyId: number;
  company: string;
  app: GraphApp;
  accounts: Record<MetaKind, BusinessAccount>;
}

export function newSecrets(companyId: number): BusinessSecrets {
  const [whatsapp, facebook, instagram] = metaKinds.map(() => `EAAdemo${randomText()}`);
  const tokens = { whatsapp, facebook, instagram } as Record<MetaKind, string>;
  return { companyId, appSecret: randomText(), tokens };
}

function randomText(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex();
}

/** Meta's own id of the company's app. */
export const appIdOf = (companyId: number) => `15177764818${601_00 + companyId}`;

/** Adds a company's business to what Meta has. */
export function openBusiness(
  graph: FakeGraph,
  { companyId, company, publicUrl }: { companyId: number; company: string; publicUrl: string },
  { appSecret, tokens }: BusinessSecrets,
): Business {
  const app = graph.addApp(appIdOf(companyId), appSecret);
  const accounts = accountsOf(companyId, handleOf(company), tokens);
  const { state } = graph;
  const { whatsapp, facebook, instagram } = accounts;
  state.numbers.set(whatsapp.ownId, {
    ...{ id: whatsapp.ownId, wabaId: whatsapp.subscribedId, display: whatsapp.address },
    ...{ name: company, quality: "GREEN" },
  });
  const username = handleOf(company);
  const page = { name: company, username };
  state.pages.set(facebook.ownId, { ...page, id: facebook.ownId, instagramId: null });
  const igId = instagram.settings.ig_id!;
  state.pages.set(instagram.ownId, { ...page, id: instagram.ownId, instagramId: igId });
  state.instagrams.set(igId, { id: igId, appScopedId: `${igId}9`, username });
  state.templates.set(whatsapp.subscribedId, templatesOf(publicUrl));
  for (const { token: text, ...account } of Object.values(accounts)) {
    graph.addToken({ text, appId: app.id, ...tokenOf(account) });
  }
  return { companyId, company, app, accounts };
}

/** Meta has had the app ask for what comes by the account. */
export function subscribeBusiness(
  { state }: FakeGraph,
  { app }: Business,
  { kind, subscribedId }: BusinessAccount,
): void {
  const fields = kind === "facebook" ? hookFields.page : { needed: ["messages"], wanted: [] };
  state.subscribed.set(`${app.id}:${subscribedId}`, [...fields.needed, ...fields.wanted]);
}

function tokenOf(
  { kind, ownId }: Pick<BusinessAccount, "kind" | "ownId">,
): Partial<GraphToken> {
  const scopes = {
    whatsapp: ["whatsapp_business_management", "whatsapp_business_messaging"],
    facebook: ["pages_messaging", "pages_manage_metadata", "pages_read_engagement"],
    instagram: ["instagram_basic", "instagram_manage_messages", "pages_manage_metadata"],
  }[kind];
  return kind === "whatsapp"
    ? { kind: "system", scopes }
    : { kind: "page", ownerId: ownId, scopes };
}

function accountsOf(
  companyId: number,
  handle: string,
  tokens: BusinessSecrets["tokens"],
): Business["accounts"] {
  const id = (first: string) => first + String(companyId).padStart(4, "0");
  const [number, waba] = [id("10654035224"), id("10229012934")];
  const [page, linkedPage, ig] = [id("10700300000"), id("10700400000"), id("1784140000000")];
  const digits = `34911222${String(companyId).padStart(3, "0")}`;
  return {
    whatsapp: {
      ...{ kind: "whatsapp", token: tokens.whatsapp, ownId: number, subscribedId: waba },
      settings: { phone_number_id: number, waba_id: waba },
      address: `+${digits}`,
      values: { "106540352242922": number, "102290129340398": waba, "34911222333": digits },
    },
    facebook: {
      ...{ kind: "facebook", token: tokens.facebook, ownId: page, subscribedId: page },
      settings: { page_id: page },
      address: `m.me/${handle}`,
      values: { "107003000000001": page, "1517776481860111": Number(appIdOf(companyId)) },
    },
    instagram: {
      ...{ kind: "instagram", token: tokens.instagram, ownId: linkedPage },
      subscribedId: linkedPage,
      settings: { login: "page", page_id: linkedPage, ig_id: ig },
      address: `@${handle}`,
      values: { "17841400000000001": ig },
    },
  };
}

/** `Talleres Relevo` is `talleres.relevo`. */
function handleOf(company: string): string {
  const plain = company.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[a-z0-9]+/g)?.join(".").slice(0, 40) ?? "empresa";
}
