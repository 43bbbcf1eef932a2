import { sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { hookObjects } from "@/lib/values/hook_object.ts";
import type { CallableApp } from "@/lib/channels/meta/apps/find_app.ts";
import { appAdviceWords, appFailureWords, appStepWords } from "@/lib/channels/meta/apps/words.ts";
import { appFailure } from "@/lib/channels/meta/connect/failures.ts";
import { adviceOn } from "@/lib/channels/meta/connect/say_look.ts";
import { hookFields } from "@/lib/channels/meta/connect/subscription.ts";
import { callGraph, type GraphAnswer, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { type Step, stepsIn } from "@/lib/channels/accounts/test_steps.ts";
import type { Language } from "@/lib/words/language.ts";

/** One object that fails holds up none. Meta calls us meanwhile: no transaction may be open. */
export async function subscribeApp(
  { app }: CallableApp,
  { hook, verifyToken, network, language }: {
    hook: string;
    verifyToken: string;
    network: GraphNetwork;
    language: Language;
  },
): Promise<Step[]> {
  const { passed, failed } = stepsIn(language);
  if (!app) return [failed(appStepWords.secret, appFailureWords.secret, appAdviceWords.secret)];
  const set = (object: (typeof hookObjects)[number], fields: readonly string[]) =>
    callGraph(network, app.caller, {
      method: "POST",
      path: `/${app.appId}/subscriptions`,
      json: {
        object,
        callback_url: hook,
        verify_token: verifyToken,
        fields: fields.join(","),
        include_values: true,
      },
    });
  const steps: Step[] = [];
  for (const object of hookObjects) {
    const { needed, wanted } = hookFields[object];
    let answer = await set(object, [...needed, ...wanted]);
    // A version of the API that lacks one of the fields refuses them all.
    if (isWrongField(answer)) answer = await set(object, needed);
    const name = appStepWords[object];
    if (answer.kind === "ok") {
      steps.push(passed(name));
      continue;
    }
    const failure = appFailure(answer);
    const isReached = answer.kind === "error" && failure.outcome !== "meta_app_secret";
    const advice = isReached ? appAdviceWords.byHand : adviceOn(failure);
    steps.push(failed(name, sayFailure(failure), advice));
  }
  return steps;
}

function isWrongField(answer: GraphAnswer): boolean {
  return answer.kind === "error" && answer.error.code === 100;
}
