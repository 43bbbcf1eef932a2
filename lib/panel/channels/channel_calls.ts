import type { Step } from "@/lib/panel/channels/TestSteps.tsx";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { callApi, type Outcome } from "@/lib/panel/api/call_api.ts";
import type { Language } from "@/lib/words/language.ts";

interface Who {
  companyId: number;
  language: Language;
}

/** A receiver has 15 s to answer; a mailbox has two servers, each with several steps. */
const testMs = 120_000;

/** Tries an account, and shows on the page how it is since. */
export async function testChannel(id: number, who: Who): Promise<Outcome<{ steps: Step[] }>> {
  const call = { ...who, method: "POST" as const, timeoutMs: testMs };
  const tested = await callApi<{ steps: Step[] }>(`channels/${id}/test`, call);
  if (tested.ok) await refreshRegions();
  return tested;
}

/**
 * The version that somebody else has made: the form keeps what is typed, and may be saved over that.
 */
export async function versionNow(id: number, who: Who): Promise<number | undefined> {
  await refreshRegions();
  const read = await callApi<{ version: number }>(`channels/${id}`, who);
  return read.ok ? read.data.version : undefined;
}
