import { useRef, useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";

type Failed = Exclude<Outcome<unknown>, { ok: true }>;

export interface AnswerOptions {
  /** Fields whose errors stand beside them. */
  beside?: readonly string[];
  /** Says nothing more where a field has an error. */
  isBrief?: boolean;
  textOf?(failed: Failed): string;
}

export const accepted: Outcome<undefined> = { ok: true, data: undefined };

/** A dialog's answer: sent once; busy meanwhile, and a refusal says why in the dialog. */
export function useAnswer({ beside, isBrief, textOf }: AnswerOptions = {}) {
  const { language } = usePage();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const isSending = useRef(false);

  function clear() {
    setErrors({});
    setFailure(null);
  }

  function fail(outcome: Failed) {
    const fields = outcome.why === "refused" ? outcome.fields : {};
    setErrors(fields);
    const isBesideFields = isBrief && Object.keys(fields).length > 0;
    setFailure(isBesideFields ? null : textOf?.(outcome) ?? failureText(outcome, language, beside));
  }

  /** @returns what came of it, or null: the dialog says why */
  async function send<T>(
    answer: () => Promise<Outcome<T>>,
  ): Promise<Extract<Outcome<T>, { ok: true }> | null> {
    if (isSending.current) return null;
    isSending.current = true;
    setBusy(true);
    clear();
    const outcome = await answer();
    isSending.current = false;
    setBusy(false);
    if (outcome.ok) return outcome;
    fail(outcome);
    return null;
  }

  return { isBusy, errors, failure, send, fail, clear, setErrors, setFailure };
}
