import { callPhone } from "@/lib/phone/api.ts";
import { dropPairing, refreshAnew } from "@/lib/phone/inbox/refresh.ts";
import { phone } from "@/lib/phone/page/state.ts";
import type { Pairing } from "@/lib/phone/pairing.ts";

/** `refused`: the code is used, expired or wrong. `not-kept`: the browser takes no cookie. */
export type PairOutcome =
  | { ok: true; company: string }
  | { ok: false; why: "refused" | "offline" | "failed" | "not-kept" }
  | { ok: false; why: "too-many"; until: Date };

interface Paired {
  deviceId: string;
  company: { name: string };
}

export async function pairPhone(code: string, name: string): Promise<PairOutcome> {
  const { language } = phone.get();
  const json = { code, ...(name && { name }) };
  const outcome = await callPhone<Paired>("pair", { method: "POST", json, language });
  if (!outcome.ok) {
    if (outcome.why === "offline") return { ok: false, why: "offline" };
    if (outcome.status === 429) {
      const waitMs = (outcome.retryAfter ?? 60) * 1000;
      return { ok: false, why: "too-many", until: new Date(nextMinute(Date.now() + waitMs)) };
    }
    return { ok: false, why: outcome.status < 500 ? "refused" : "failed" };
  }
  const { deviceId, company } = outcome.data;
  if (!await refreshAnew()) return { ok: true, company: company.name };
  const isKept = phone.get().pairings.some((one) => one.deviceId === deviceId);
  return isKept ? { ok: true, company: company.name } : { ok: false, why: "not-kept" };
}

function nextMinute(ms: number): number {
  return Math.ceil(ms / 60_000) * 60_000;
}

/** @returns whether the server has taken it back */
export async function unpairPhone(pairing: Pairing): Promise<boolean> {
  const { language } = phone.get();
  const { deviceId: device } = pairing;
  const outcome = await callPhone("device", { device, method: "DELETE", language });
  // Unpaired from the panel already is unpaired too.
  if (!outcome.ok && (outcome.why === "offline" || outcome.status !== 401)) return false;
  await dropPairing(pairing);
  return true;
}
