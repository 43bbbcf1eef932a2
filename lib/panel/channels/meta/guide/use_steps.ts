import { useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import type { GuideApp } from "@/lib/panel/channels/meta/guide/guide.ts";
import type { Step } from "@/lib/panel/channels/TestSteps.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useOnce } from "@/lib/panel/page/use_once.ts";

/** Graph is asked several times meanwhile. */
const stepsMs = 120_000;

/**
 * Has an app tried step by step, and holds how that went until the app is changed.
 * @param verb below the app's address
 */
export function useSteps({ id, version }: Pick<GuideApp, "id" | "version">, verb: string) {
  const { companyId, language } = usePage();
  const [tried, setTried] = useState<{ version: number; steps: Step[] } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [run, isBusy] = useOnce(async () => {
    setTried(null);
    setFailure(null);
    const call = { companyId, language, method: "POST" as const, timeoutMs: stepsMs };
    const outcome = await callApi<{ steps: Step[] }>(`meta-apps/${id}/${verb}`, call);
    if (!outcome.ok) return setFailure(failureText(outcome, language));
    setTried({ version, steps: outcome.data.steps });
    await refreshRegions();
  });
  const steps = tried?.version === version ? tried.steps : null;
  return { steps, failure, run, isBusy };
}
