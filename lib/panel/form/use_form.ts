import { useState } from "preact/hooks";
import { type AnswerOptions, useAnswer } from "@/lib/panel/save/use_answer.ts";

/** Holds what is typed into a form, and sends it. */
export function useForm<Values extends object>(
  first: Values | (() => Values),
  options?: AnswerOptions,
) {
  const [values, setValues] = useState(first);
  const [isChanged, setChanged] = useState(false);
  const answer = useAnswer({ beside: Object.keys(values), ...options });

  return {
    ...answer,
    values,
    isChanged,
    change(part: Partial<Values>) {
      setChanged(true);
      setValues((before) => ({ ...before, ...part }));
    },
    /** Takes back what was typed and what was said of it. */
    begin(values: Values | ((before: Values) => Values)) {
      setValues(values);
      setChanged(false);
      answer.clear();
    },
  };
}
