import { sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { hookObjects } from "@/lib/values/hook_object.ts";
import type { findApp } from "@/lib/channels/meta/apps/apps.ts";
import type { CallableApp } from "@/lib/channels/meta/apps/find_app.ts";
import { appAdviceWords, appFailureWords, appStepWords } from "@/lib/channels/meta/apps/words.ts";
import { appFailure } from "@/lib/channels/meta/connect/failures.ts";
import { adviceOn } from "@/lib/channels/meta/connect/say_look.ts";
import { callGraph, type GraphNetwork } from "@/lib/channels/meta/graph/graph.ts";
import { type Step, stepsIn } from "@/lib/channels/accounts/test_steps.ts";
import { parseNets } from "@/lib/outbound/addresses.ts";
import { checkCallbackUrl } from "@/lib/outbound/callback_url.ts";
import type { Lookups } from "@/lib/outbound/lookups.ts";
import { callbackUrlWords } from "@/lib/words/callback_url.ts";
import type { Language } from "@/lib/words/language.ts";

interface Trying {
  record: Awaited<ReturnType<typeof findApp>>;
  companyId: number;
  network: GraphNetwork;
  names: Lookups;
  ports: ReadonlySet<number>;
  language: Language;
}

/** Tries an app: each step is told, also after one that failed. */
export async function tryApp(app: CallableApp, trying: Trying): Promise<Step[]> {
  return [await trySecret(app, trying), await tryAddress(trying), ...heard(trying)];
}

async function trySecret({ app }: CallableApp, { network, language }: Trying): Promise<Step> {
  const { passed, failed } = stepsIn(language);
  const { secret: name } = appStepWords;
  if (!app) return failed(name, appFailureWords.secret, appAdviceWords.secret);
  const call = { path: `/${app.appId}`, query: { fields: "id" } };
  const answer = await callGraph(network, app.caller, call);
  if (answer.kind === "ok") return passed(name);
  const failure = appFailure(answer);
  return failed(name, sayFailure(failure), adviceOn(failure));
}

/** Meta calls public addresses with a trusted certificate alone. */
async function tryAddress(
  { record: { hook, objects }, companyId, names, ports, language }: Trying,
): Promise<Step> {
  const { passed, failed } = stepsIn(language);
  const { address: name } = appStepWords;
  const checked = await checkCallbackUrl(hook, { allow: parseNets(""), ports, names, companyId });
  if (!checked.ok) return failed(name, callbackUrlWords[checked.reason], appAdviceWords.address);
  const isProved = hookObjects.some((object) => objects[object]?.handshake_at);
  return isProved ? passed(name) : failed(name, appFailureWords.unproved, appAdviceWords.byHand);
}

function heard({ record: { objects, refused }, language }: Trying): Step[] {
  const { passed, failed } = stepsIn(language);
  return hookObjects.map((object) => {
    const name = appStepWords[object];
    if (objects[object]?.last_hook_at) return passed(name);
    if (refused.count > 0) {
      return failed(name, appFailureWords.refused(refused.count), appAdviceWords.refused);
    }
    return passed(name, appAdviceWords.unheard);
  });
}
