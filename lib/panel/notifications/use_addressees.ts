import { useEffect, useState } from "preact/hooks";
import { callApi } from "@/lib/panel/api/call_api.ts";
import type { Language } from "@/lib/words/language.ts";

/** Someone who can be sent to, as the API tells of them. */
export interface Addressee {
  userId: string;
  name: string | null;
  devices: number;
}

const waitMs = 150;

interface Search {
  text: string;
  isOpen: boolean;
  companyId: number;
  language: Language;
}

/** Those whom the text may mean; null while loading. */
export function useAddressees({ text, isOpen, companyId, language }: Search): Addressee[] | null {
  const [addressees, setAddressees] = useState<Addressee[] | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await callApi<Addressee[]>("addressees", {
        companyId,
        language,
        query: { q: text.trim() || undefined, per_page: 8 },
        signal: stop.signal,
      });
      if (!stop.signal.aborted) setAddressees(answer.ok ? answer.data : []);
    }, text ? waitMs : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, isOpen, companyId]);
  return addressees;
}
