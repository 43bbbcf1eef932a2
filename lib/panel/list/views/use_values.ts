import { useEffect, useState } from "preact/hooks";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { type FilterSpec, type ListView, othersOf } from "@/lib/panel/list/list_view.ts";
import type { Language } from "@/lib/words/language.ts";

/** List and filters whose values menus ask for. */
export interface Asking {
  list: string;
  companyId: number;
  /** Filters of the list besides its address. */
  base?: Record<string, string>;
}

export interface Values {
  values: { value: string; label: string | null; count: number }[];
  more: boolean;
  /** Why there is no answer; empty if there is one. */
  failure: string;
}

interface Question {
  filter: FilterSpec;
  view: ListView;
  asking: Asking;
  language: Language;
  like: string;
  isOpen: boolean;
}

const waitMs = 150;

/** A filter's values among the records that the other filters leave; null while they are awaited. */
export function useValues({ filter, view, asking, language, like, isOpen }: Question) {
  const [answer, setAnswer] = useState<Values | null>(null);
  useEffect(() => {
    if (!isOpen) return setAnswer(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const { list, companyId, base } = asking;
      const { [filter.name]: _, ...others } = { ...base, ...othersOf(view, filter) };
      const outcome = await callApi<Values["values"]>(`${list}/values`, {
        companyId,
        language,
        query: { ...others, of: filter.name, like: like || undefined },
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      setAnswer(
        outcome.ok
          ? { values: outcome.data, more: isMore(outcome.meta), failure: "" }
          : { values: [], more: false, failure: failureText(outcome, language) },
      );
    }, like ? waitMs : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isOpen, like]);
  return answer;
}

function isMore(meta: unknown): boolean {
  return (meta as { more?: boolean } | undefined)?.more === true;
}
