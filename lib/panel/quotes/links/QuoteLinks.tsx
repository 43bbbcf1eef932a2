import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { formatInstant } from "@/lib/values/dates.ts";
import { later } from "@/lib/panel/page/later.ts";
import {
  type QuoteNow,
  type Share,
  sharesOf,
  useQuote,
} from "@/lib/panel/quotes/editor/quote_now.ts";
import { linkWords } from "@/lib/panel/quotes/links/link_words.ts";
import { locales } from "@/lib/words/language.ts";

const RevokeLink = later(
  () => import("@/lib/panel/quotes/links/RevokeLink.tsx"),
  "RevokeLink",
);

interface QuoteLinksProps {
  quote: QuoteNow;
}

/** The links by which the client reads a quotation: how often they did, and how one is revoked. */
export function QuoteLinks(props: QuoteLinksProps) {
  const { language, timeZone } = usePage();
  const quote = useQuote(props.quote);
  const [target, setTarget] = useState<Share | null>(null);
  const words = useWords(linkWords);
  const day = (instant: string) =>
    new Intl.DateTimeFormat(locales[language], { timeZone, day: "numeric", month: "short" })
      .format(new Date(instant));

  const shares = sharesOf(quote);
  if (shares.length === 0) return <p class="text-meta text-soft">{words.noLinks}</p>;
  return (
    <>
      <ul class="space-y-2 text-meta">
        {shares.map((share) => (
          <li key={share.id ?? share.created_at} class="flex items-center justify-between gap-3">
            <span title={formatInstant(new Date(share.created_at), { language, timeZone })}>
              {words.madeOn(day(share.created_at))}
              <span class="block text-label text-soft">
                {words.views(share.views)} · {words.until(day(share.expires_at))}
              </span>
            </span>
            <button
              type="button"
              class="button button-danger"
              data-opens=""
              onClick={() =>
                setTarget(share)}
            >
              {words.revoke}
            </button>
          </li>
        ))}
      </ul>
      {target && <RevokeLink quoteId={quote.id} share={target} onClose={() => setTarget(null)} />}
    </>
  );
}
