import { useEffect, useRef, useState } from "preact/hooks";
import { callApi, type Caller } from "@/lib/panel/api/call_api.ts";
import type { Duplicate } from "@/lib/crm/contacts/contact.ts";

/** A contact or client that may be the same as another. */
export interface Other {
  id: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  channel?: Duplicate["channel"];
  by_mail?: boolean;
  channel_contact_id?: string | null;
  tax_id?: string | null;
  city?: string | null;
  version?: number;
}

export type Candidate = Other & { reason: Duplicate["reason"] };

export type MergedNoun = "contact" | "client";

/** Records with the same e-mail, phone or a similar name; null while loading. */
export function useDuplicates(noun: MergedNoun, id: number, caller: Caller): Candidate[] | null {
  const [duplicates, setDuplicates] = useState<Candidate[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const call = { ...caller, signal: stop.signal };
      const outcome = await callApi<Candidate[]>(`${noun}s/${id}/duplicates`, call);
      if (!stop.signal.aborted) setDuplicates(outcome.ok ? outcome.data : []);
    };
    read();
    return () => stop.abort();
  }, []);
  return duplicates;
}

/** Lists that a merge moves, in the order in which they are said. */
const moving = {
  contact: ["messages"],
  client: ["opportunities", "quotes", "sales", "tasks"],
} as const;
export type MovingList = (typeof moving)[MergedNoun][number];

export interface MergePreview {
  /** The records as they are shown, this one and the other. */
  into: Other;
  from: Other;
  counts: [MovingList, number][];
  /** Fields that are blank here and filled there. */
  fills: string[];
  /** Fields of both that say something else. */
  differs: string[];
  /** The other's address and number, where they are not this one's. */
  aliases: string[];
}

interface Options extends Caller {
  noun: MergedNoun;
  id: number;
  /** The fields that a merge fills. */
  fields: readonly string[];
}

/** The preview is null while loading or if nothing is chosen; `refresh` reads it again. */
export function useMergePreview(otherId: number | null, { noun, id, fields, ...caller }: Options) {
  const [preview, setPreview] = useState<MergePreview | null>(null);
  const stop = useRef<AbortController>();

  async function read(): Promise<MergePreview | null> {
    const signal = stop.current?.signal;
    const call = { ...caller, signal };
    const countOf = async (list: MovingList) => {
      const [path, query] = list === "messages"
        ? [`contacts/${otherId}/messages`, {}]
        : [list, { client_id: otherId! }];
      const outcome = await callApi(path, { ...call, query: { ...query, per_page: 1 } });
      return [list, outcome.ok ? outcome.meta?.total ?? 0 : null] as const;
    };
    const [into, from, ...counts] = await Promise.all([
      callApi<Other>(`${noun}s/${id}`, call),
      callApi<Other>(`${noun}s/${otherId}`, call),
      ...moving[noun].map(countOf),
    ]);
    const isWhole = counts.every(([, count]) => count !== null);
    if (signal?.aborted || !into.ok || !from.ok || !isWhole) return null;
    const drawn = {
      into: into.data,
      from: from.data,
      counts: counts as [MovingList, number][],
      ...compare(into.data, from.data, fields),
    };
    setPreview(drawn);
    return drawn;
  }

  useEffect(() => {
    setPreview(null);
    if (otherId === null) return;
    stop.current = new AbortController();
    read();
    return () => stop.current?.abort();
  }, [otherId]);
  return { preview, refresh: read };
}

const addresses = ["email", "phone"] as const;

function isAddress(name: string): boolean {
  return (addresses as readonly string[]).includes(name);
}

function compare(into: Other, from: Other, fields: readonly string[]) {
  const [here, there] = [into, from].map((one) => one as unknown as Record<string, unknown>) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const isFilled = (value: unknown) => value !== null && value !== undefined && value !== "";
  const both = (name: string) =>
    isFilled(here[name]) && isFilled(there[name]) &&
    JSON.stringify(here[name]) !== JSON.stringify(there[name]);
  return {
    fills: fields.filter((name) => !isFilled(here[name]) && isFilled(there[name])),
    // An address or number that differs is kept beside the other.
    differs: fields.filter((name) => !isAddress(name) && both(name)),
    aliases: addresses.filter(both).map((name) => from[name]!),
  };
}
