import { useEffect, useState } from "preact/hooks";
import { callApi } from "@/lib/panel/call_api.ts";
import type { Language } from "@/lib/words/language.ts";

export interface Twin {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  organization: string | null;
  subject: string | null;
  channel: string;
  channel_contact_id: string | null;
}

interface Who {
  companyId: number;
  language: Language;
}

/** Contacts with the same address or name; null while loading. */
export function useTwins(id: number, likeness: string[], who: Who): Twin[] | null {
  const [twins, setTwins] = useState<Twin[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const search = async () => {
      const found = await Promise.all(likeness.map((q) =>
        callApi<Twin[]>("contacts", {
          ...who,
          query: { q, per_page: 5 },
          signal: stop.signal,
        })
      ));
      if (stop.signal.aborted) return;
      const all = found.flatMap((outcome) => outcome.ok ? outcome.data : []);
      const others = new Map(all.filter((one) => one.id !== id).map((one) => [one.id, one]));
      setTwins([...others.values()].slice(0, 6));
    };
    search();
    return () => stop.abort();
  }, []);
  return twins;
}

const fillable = ["name", "email", "phone", "organization", "subject"] as const;
export type Fillable = (typeof fillable)[number];

export interface MergePreview {
  messages: number;
  /** Fields that are blank here and filled there. */
  fills: Fillable[];
}

/** Null while loading or if nothing is chosen. */
export function useMergePreview(id: number, otherId: number | null, who: Who) {
  const [preview, setPreview] = useState<MergePreview | null>(null);
  useEffect(() => {
    setPreview(null);
    if (otherId === null) return;
    const stop = new AbortController();
    const call = { ...who, signal: stop.signal };
    const read = async () => {
      const [into, from, messages] = await Promise.all([
        callApi<Twin>(`contacts/${id}`, call),
        callApi<Twin>(`contacts/${otherId}`, call),
        callApi<unknown[]>(`contacts/${otherId}/messages`, { ...call, query: { per_page: 1 } }),
      ]);
      if (stop.signal.aborted || !into.ok || !from.ok || !messages.ok) return;
      setPreview({
        messages: messages.meta?.total ?? 0,
        fills: fillable.filter((name) => !into.data[name] && from.data[name]),
      });
    };
    read();
    return () => stop.abort();
  }, [otherId]);
  return preview;
}
