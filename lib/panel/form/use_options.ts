import { useEffect, useState } from "preact/hooks";
import { callApi } from "@/lib/panel/api/call_api.ts";
import type { Language } from "@/lib/words/language.ts";

export interface Option {
  id: number;
  label: string;
  /** Tells similar records apart. */
  note?: string;
}

const waitMs = 150;

interface Search<T> {
  /** A list of the API: `clients`. */
  list: string;
  text: string;
  isOpen: boolean;
  companyId: number;
  language: Language;
  query?: Record<string, string>;
  toOption: (record: T) => Option;
}

/** The first matching records; null while loading. */
export function useOptions<T>(search: Search<T>): Option[] | null {
  const { list, text, isOpen, companyId, language, query, toOption } = search;
  const [options, setOptions] = useState<Option[] | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const q = text.trim() || undefined;
      const outcome = await callApi<T[]>(list, {
        companyId,
        language,
        query: { ...query, q, per_page: 8 },
        signal: stop.signal,
      });
      if (!stop.signal.aborted) setOptions(outcome.ok ? outcome.data.map(toOption) : []);
    }, text ? waitMs : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [list, text, isOpen, companyId]);
  return options;
}
