import { useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import type { Step } from "@/lib/panel/channels/TestSteps.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";

/** Graph is asked several times meanwhile. */
const stepsMs = 120_000;

/** Has something tried step by step, and holds how that went. @param path below /api/admin */
export function useSteps(path: string) {
  const { companyId, language } = usePage();
  const [steps, setSteps] = useState<Step[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [run, isBusy] = useOnce(async () => {
    setSteps(null);
    setFailure(null);
    const call = { companyId, language, method: "POST" as const, timeoutMs: stepsMs };
    const tried = await callApi<{ steps: Step[] }>(path, call);
    if (!tried.ok) return setFailure(failureText(tried, language));
    setSteps(tried.data.steps);
    await refreshRegions();
  });
  return { steps, failure, run, isBusy };
}
