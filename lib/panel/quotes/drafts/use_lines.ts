import { useEffect } from "preact/hooks";
import { LineDrafts } from "@/lib/panel/quotes/drafts/line_drafts.ts";
import { learnQuote, offerFlush, type QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { useRecordChanges } from "@/lib/panel/live/use_record_changes.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useRestored } from "@/lib/panel/page/use_restored.ts";
import { useOnline, useStore } from "@/lib/panel/save/use_field_drafts.ts";
import type { Language } from "@/lib/words/language.ts";

interface Options {
  quote: QuoteNow;
  companyId: number;
  language: Language;
}

/** The store of a draft's lines, which save themselves and follow what others change. */
export function useLines({ quote, companyId, language }: Options): LineDrafts {
  const isDraft = quote.status === "draft";
  const drafts = useStore((draw) =>
    new LineDrafts({
      quote,
      companyId,
      language,
      draw,
      learn: learnQuote,
      onSaved: () => refreshRegions(["document", "history"]),
      onClosed(text) {
        showToast({ text, isFailure: true });
        return refreshRegions();
      },
    })
  );
  drafts.isOpen = isDraft;
  useEffect(() => {
    if (!isDraft) return;
    drafts.load(quote);
    offerFlush(() => drafts.run());
    return () => {
      drafts.stop();
      offerFlush(null);
    };
  }, [isDraft]);
  useRecordChanges(isDraft ? `quotes/${quote.id}` : null, { companyId, language }, learnQuote);
  useRestored();
  useOnline(() => drafts.isOpen && drafts.run());
  useEffect(() => drafts.follow(quote), [quote.version]);
  return drafts;
}
