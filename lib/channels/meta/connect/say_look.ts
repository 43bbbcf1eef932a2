import { sayFailure } from "@/lib/channels/accounts/accounts.ts";
import type { Failure } from "@/lib/channels/accounts/failure.ts";
import type { Look } from "@/lib/channels/meta/connect/look.ts";
import {
  lookAdviceWords,
  lookNoteWords,
  lookStepWords,
} from "@/lib/channels/meta/connect/words.ts";
import { type Step, stepsIn } from "@/lib/channels/accounts/test_steps.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";
import type { Language, Text } from "@/lib/words/language.ts";

/** The steps of a look in words. Strangers of Instagram and Facebook are heard after a review. */
export function sayLook({ steps }: Look, kind: AccountKind, language: Language): Step[] {
  const { passed, failed } = stepsIn(language);
  return steps.map(({ name, failure }) => {
    if (failure) return failed(lookStepWords[name], sayFailure(failure), adviceOn(failure));
    const isHeard = name === "subscription" && kind !== "whatsapp";
    return passed(lookStepWords[name], isHeard ? lookNoteWords.review : undefined);
  });
}

export function adviceOn({ outcome }: Failure): Text {
  return Object.hasOwn(lookAdviceWords, outcome)
    ? lookAdviceWords[outcome as keyof typeof lookAdviceWords]
    : lookNoteWords.unreached;
}
