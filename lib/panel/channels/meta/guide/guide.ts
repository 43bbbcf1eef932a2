import type { AccountKind } from "@/lib/values/account_kinds.ts";

/** Connecting accounts of Meta, step by step: what Relevo has seen done. Pure. */

export const guideObjects = ["whatsapp_business_account", "page", "instagram"] as const;

type GuideObject = (typeof guideObjects)[number];

export interface GuideApp {
  id: number;
  version: number;
  name: string;
  appId: string;
  hook: string;
  verifyToken: string;
  changedAt: string;
  /** Further companies that may use it. */
  companies: number[];
  /** Fields to choose where hooks are set by hand. */
  fields: Record<GuideObject, readonly string[]>;
  objects: Record<GuideObject, {
    handshakeAt: string | null;
    lastHookAt: string | null;
  }>;
  refused: { count: number; lastAt: string | null };
}

export interface GuideAccount {
  id: number;
  kind: AccountKind;
  name: string;
  address: string | null;
  isFailing: boolean;
  error: string | null;
  receivedAt: string | null;
}

/** State of a connection. */
export interface GuideNow {
  /** Null before it is added, and for one of another company, which keeps its secrets and hook. */
  app: GuideApp | null;
  /** Another company's app: its id and name are all that this one sees. */
  shared: { id: number; name: string } | null;
  accounts: GuideAccount[];
}

export const newGuide: GuideNow = { app: null, shared: null, accounts: [] };

export const guideSteps = ["app", "hook", "token", "accounts", "message"] as const;
export type GuideStep = (typeof guideSteps)[number];

/** Steps that are done. @param hasAssets whether a token has told what it reaches */
export function stepsDone(
  { app, shared, accounts }: GuideNow,
  hasAssets: boolean,
): Record<GuideStep, boolean> {
  const isShared = shared !== null;
  const hasAccounts = accounts.length > 0;
  return {
    app: isShared || app !== null && !isSecretWrong(app),
    hook: isShared || app !== null &&
        guideObjects.some((object) => app.objects[object].handshakeAt !== null),
    token: hasAssets || hasAccounts,
    accounts: hasAccounts,
    message: accounts.some(({ receivedAt }) => receivedAt !== null),
  };
}

/** The newest call did not fit: those before one that did, or before a change, say nothing of it. */
export function isSecretWrong(
  { refused, objects, changedAt }: Pick<GuideApp, "refused" | "objects" | "changedAt">,
): boolean {
  const { count, lastAt } = refused;
  if (count === 0 || lastAt === null) return false;
  const hooks = guideObjects.map((object) => objects[object].lastHookAt ?? "");
  return [changedAt, ...hooks].every((at) => at < lastAt);
}

/** Number, page or account that a token reaches. */
export interface Asset {
  kind: Exclude<AccountKind, "email" | "program">;
  settings: Record<string, unknown>;
  name: string | null;
  address: string | null;
  connected: boolean;
}

/** An asset's own id: one live account has it. */
export function assetKey({ kind, settings }: Pick<Asset, "kind" | "settings">): string {
  const { phone_number_id, page_id, ig_id } = settings;
  const id = kind === "whatsapp" ? phone_number_id : kind === "facebook" ? page_id : ig_id;
  return `${kind}:${id}`;
}
