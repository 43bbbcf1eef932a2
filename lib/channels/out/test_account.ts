import type { Account } from "@/lib/channels/accounts/accounts.ts";
import { callbackUrlOf, sayFailure } from "@/lib/channels/accounts/accounts.ts";
import { adviceWords, failureWords, stepWords } from "@/lib/channels/accounts/words.ts";
import type { Failure } from "@/lib/channels/accounts/account_state.ts";
import { callProgram, type Door } from "@/lib/channels/out/call_program.ts";
import { callbackUrlWords } from "@/lib/words/callback_url.ts";
import { type CallbackUrlRefusal, checkCallbackUrl } from "@/lib/outbound/callback_url.ts";
import type { Lookups } from "@/lib/outbound/lookups.ts";
import type { Language, Text } from "@/lib/words/language.ts";

interface Step {
  name: string;
  ok: boolean;
  error: string | null;
  advice: string | null;
}

export interface Tested {
  steps: Step[];
  /** Null where it works, or there is nothing to call. */
  failure: Failure | null;
  called: boolean;
}

/**
 * Tries an account step by step, up to the first that fails; no message is made. The program gets
 * `{"test": true, "channelId"}`, signed as messages are.
 * @param secret undefined where it cannot be read
 */
export async function testAccount(
  account: Account,
  { secret, door, names, ports, language }: {
    secret: string | undefined;
    door: Door;
    names: Lookups;
    ports: ReadonlySet<number>;
    language: Language;
  },
): Promise<Tested> {
  const url = callbackUrlOf(account);
  const passed = (name: Text): Step => ({ name: name[language], ok: true, error: null, advice: null });
  const failed = (name: Text, error: Text, advice: Text): Step => ({
    name: name[language],
    ok: false,
    error: error[language],
    advice: advice[language],
  });
  if (!url) return { steps: [passed(stepWords.receiveOnly)], failure: null, called: false };
  const { company_id: companyId, id } = account;
  const checked = await checkCallbackUrl(url, { allow: door.allow, ports, names, companyId });
  if (!checked.ok) {
    const why = callbackUrlWords[checked.reason as CallbackUrlRefusal];
    const step = failed(stepWords.address, why, adviceWords.address);
    return { steps: [step], failure: { outcome: "refused_address", status: null }, called: true };
  }
  const steps = [passed(stepWords.address)];
  if (secret === undefined) {
    steps.push(failed(stepWords.call, failureWords.secret, adviceWords.secret));
    return { steps, failure: { outcome: "secret", status: null }, called: true };
  }
  const body = { test: true, channelId: id };
  const call = { id: `test_${crypto.randomUUID()}`, companyId, url, secret, attempt: 1, body };
  const { outcome, status } = await callProgram(call, door);
  const failure = { outcome, status: status ?? null };
  if (outcome !== "status") {
    steps.push(failed(stepWords.call, sayFailure(failure), adviceWords.call));
    return { steps, failure, called: true };
  }
  steps.push(passed(stepWords.call));
  if (status >= 200 && status < 300) {
    steps.push(passed(stepWords.answer));
    return { steps, failure: null, called: true };
  }
  steps.push(failed(stepWords.answer, sayFailure(failure), adviceWords.answer));
  return { steps, failure, called: true };
}
