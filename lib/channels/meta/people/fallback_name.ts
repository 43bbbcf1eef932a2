import type { AccountKind } from "@/lib/values/account_kinds.ts";

const apps: Partial<Record<AccountKind, string>> = {
  whatsapp: "WhatsApp",
  instagram: "Instagram",
  facebook: "Facebook",
};

/** Name of somebody whose name Meta has not told: the app, and the end of their id. */
export function fallbackName(kind: AccountKind, personId: string): string {
  return `${apps[kind] ?? kind} ${personId.slice(-4)}`;
}
