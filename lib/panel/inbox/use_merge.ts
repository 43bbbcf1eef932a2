import { useEffect, useState } from "preact/hooks";
import { callApi } from "@/lib/panel/call_api.ts";
import type { Likely } from "@/lib/panel/inbox/page_state.ts";
import type { Language } from "@/lib/words/language.ts";

/** A contact that may be of the same person. */
export interface Other {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  channel: string;
  channel_contact_id?: string | null;
  organization?: string | null;
  subject?: string | null;
}

export type Twin = Other & { reason: Likely["reason"] };

interface Who {
  companyId: number;
  language: Language;
}

/** Contacts with the same e-mail, phone or a similar name; null while loading. */
export function useTwins(id: number, who: Who): Twin[] | null {
  const [twins, setTwins] = useState<Twin[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const found = await callApi<Twin[]>(`contacts/${id}/twins`, { ...who, signal: stop.signal });
      if (!stop.signal.aborted) setTwins(found.ok ? found.data : []);
    };
    read();
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
        callApi<Other>(`contacts/${id}`, call),
        callApi<Other>(`contacts/${otherId}`, call),
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
