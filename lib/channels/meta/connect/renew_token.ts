import type { MetaAccount } from "@/lib/channels/meta/connect/meta_account.ts";
import { callGraph, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { numberIn, textIn } from "@/lib/channels/meta/untyped.ts";
import { currentMs } from "@/lib/tools/clock.ts";

const dayMs = 86_400_000;

/** Instagram's tokens live 60 days and are renewed from their second day, then weekly. */
export function isRenewalDue({ settings, tokenAt, tokenEndsAt }: MetaAccount): boolean {
  if (settings.login !== "instagram" || !tokenAt) return false;
  const age = currentMs() - tokenAt.getTime();
  // Before its first renewal nobody has told when it ends.
  return age >= (tokenEndsAt ? 7 : 1) * dayMs;
}

/** Asks for a new token; null where Meta gives none: the look says why. */
export async function renewToken(
  network: GraphNetwork,
  { caller }: MetaAccount,
): Promise<{ token: string; endsAt: Date | null } | null> {
  if (!caller) return null;
  const query = { grant_type: "ig_refresh_token" };
  const answer = await callGraph(network, caller, { path: "/refresh_access_token", query });
  if (answer.kind !== "ok") return null;
  const token = textIn(answer.json.access_token, 1_000);
  const seconds = numberIn(answer.json.expires_in);
  if (!/^[\x21-\x7e]+$/.test(token)) return null;
  const hasEnd = seconds !== null && seconds > 0 && seconds < 1e9;
  return { token, endsAt: hasEnd ? new Date(currentMs() + seconds * 1_000) : null };
}
