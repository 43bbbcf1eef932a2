import type { AccountKind } from "@/lib/values/account_kinds.ts";

/** An account that can send to the client, as the API has it. */
export interface Account {
  id: number;
  name: string;
  kind: AccountKind;
  is_paused: boolean;
  /** They wrote to it last, or it is the only one. */
  is_usual: boolean;
  window_until: string | null;
  after: "template" | "human_agent" | null;
  to: string | null;
  username: string | null;
  opted_in: boolean | null;
}

/** How WhatsApp, Instagram or Facebook reaches them; null of others. */
export function reachOf(account: Account | undefined) {
  if (!account || account.kind === "email" || account.kind === "program") return null;
  const { to, username, window_until: windowUntil, after } = account;
  return { to: to ?? "", username, windowUntil, after };
}

/**
 * The account that is preselected: one that is awake, by mail if they have an address, else where
 * they wrote last.
 */
export function preferredOf(accounts: readonly Account[]): Account | undefined {
  const awake = accounts.filter(({ is_paused }) => !is_paused);
  const isMail = ({ kind }: Account) => kind === "email";
  return awake.find((one) => isMail(one) && one.to !== null) ??
    awake.find(({ is_usual }) => is_usual) ?? awake.find(isMail) ?? awake[0] ?? accounts[0];
}
