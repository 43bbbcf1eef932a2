import type { listAccounts } from "@/lib/channels/accounts/accounts.ts";
import { hookFields } from "@/lib/channels/meta/connect/subscription.ts";
import type { Member, Membership } from "@/lib/access/members.ts";
import type { listApps } from "@/lib/channels/meta/apps/apps.ts";
import {
  type GuideApp,
  type GuideNow,
  guideObjects,
} from "@/lib/panel/channels/meta/guide/guide.ts";

type Apps = Awaited<ReturnType<typeof listApps>>;
export type OwnApp = Extract<Apps[number], { hook: string }>;
type Accounts = Awaited<ReturnType<typeof listAccounts>>;

export function isOwn(app: Apps[number]): app is OwnApp {
  return "hook" in app;
}

/** An app and the accounts beneath it, as the guide's island takes them. */
export function guideNow(app: Apps[number], accounts: Accounts): GuideNow {
  return {
    app: isOwn(app) ? guideApp(app) : null,
    shared: isOwn(app) ? null : { id: app.id, name: app.name },
    accounts: beneath(app, accounts).map((account) => ({
      id: account.id,
      kind: account.kind,
      name: account.name,
      address: account.address,
      isFailing: account.state === "failing",
      error: account.last_error,
      receivedAt: account.last_received_at?.toISOString() ?? null,
    })),
  };
}

/** Accounts beneath the app. */
export function beneath({ id }: { id: number }, accounts: Accounts): Accounts {
  return accounts.filter(({ settings }) => settings.meta_app_id === id);
}

export function guideApp(app: OwnApp): GuideApp {
  const { id, version, name, app_id, hook, verify_token, companies, refused } = app;
  const objects = Object.fromEntries(guideObjects.map((object) => {
    const { handshake_at, last_hook_at } = app.objects[object]!;
    const times = {
      handshakeAt: handshake_at?.toISOString() ?? null,
      lastHookAt: last_hook_at?.toISOString() ?? null,
    };
    return [object, times];
  })) as GuideApp["objects"];
  return {
    ...{ id, version, name, hook, companies, objects },
    appId: app_id,
    verifyToken: verify_token,
    fields: Object.fromEntries(guideObjects.map((object) => {
      const { needed, wanted } = hookFields[object];
      return [object, [...needed, ...wanted]];
    })) as unknown as GuideApp["fields"],
    changedAt: app.updated_at.toISOString(),
    refused: { count: refused.count, lastAt: refused.last_at?.toISOString() ?? null },
  };
}

/** Companies of the member besides the one of the page: they may share an app. */
export function otherCompanies(
  memberships: readonly Membership[],
  { companyId }: Pick<Member, "companyId">,
): { id: number; name: string }[] {
  return memberships.filter((one) => one.companyId !== companyId)
    .map((one) => ({ id: one.companyId, name: one.name }));
}
