import { useEffect, useState } from "preact/hooks";
import { callPhone } from "@/lib/phone/api.ts";
import { loadOffer, type Offer, readOffer } from "@/lib/phone/conversations/templates.ts";
import type { Language } from "@/lib/words/language.ts";

export interface ReplyTemplate {
  id: number;
  name: string;
  body: string;
  unfilled: string[];
}

/** Null until they are read. */
export type AppTemplates = Offer | "failed" | null;

/** @param whose null: none are asked for */
export function useReplyTemplates(
  whose: { device: string; contactId: number } | null,
  language: Language,
): ReplyTemplate[] | "failed" | null {
  const [templates, setTemplates] = useState<ReplyTemplate[] | "failed" | null>(null);
  useEffect(() => {
    if (!whose) return;
    let isOver = false;
    const { device, contactId } = whose;
    callPhone<ReplyTemplate[]>(`conversations/${contactId}/templates`, { device, language })
      .then((outcome) => {
        if (!isOver) setTemplates(outcome.ok ? outcome.data : "failed");
      });
    return () => {
      isOver = true;
    };
  }, [whose === null]);
  return templates;
}

interface Place {
  device: string;
  contactId: number;
  /** Null: no number, and no templates. */
  accountId: number | null;
}

/** Those that were read before at once, then those of now. */
export function useAppTemplates({ device, contactId, accountId }: Place): AppTemplates {
  const [templates, setTemplates] = useState<AppTemplates>(null);
  useEffect(() => {
    if (accountId === null) return;
    let isOver = false;
    const place = { device, contactId, accountId };
    readOffer(place).then((stored) => {
      if (!isOver && stored) setTemplates((now) => now instanceof Object ? now : stored);
    });
    loadOffer(place).then((offer) => {
      if (!isOver) setTemplates((now) => offer ?? now ?? "failed");
    });
    return () => {
      isOver = true;
    };
  }, [accountId]);
  return templates;
}
