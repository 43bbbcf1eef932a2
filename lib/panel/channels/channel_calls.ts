import type { Step } from "@/lib/panel/channels/TestSteps.tsx";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { callApi, type Caller, type Outcome } from "@/lib/panel/api/call_api.ts";

/** A receiver has 15 s to answer; a mailbox has two servers, each with several steps. */
const testMs = 120_000;

/** Tries an account, and shows on the page how it is since. */
export async function testChannel(id: number, caller: Caller): Promise<Outcome<{ steps: Step[] }>> {
  const call = { ...caller, method: "POST" as const, timeoutMs: testMs };
  const tested = await callApi<{ steps: Step[] }>(`channels/${id}/test`, call);
  if (tested.ok) await refreshRegions();
  return tested;
}

/**
 * The version that somebody else has made: the form keeps what is typed, and may be saved over that.
 */
export async function versionNow(id: number, caller: Caller): Promise<number | undefined> {
  await refreshRegions();
  const read = await callApi<{ version: number }>(`channels/${id}`, caller);
  return read.ok ? read.data.version : undefined;
}
