import { SharedQuote } from "@/lib/panel/quotes/shared/SharedQuote.tsx";
import { readQuotePage } from "@/lib/sales/sharing/quote_page.ts";
import { define, linkPage } from "@/lib/http/pages.ts";

export const handler = linkPage({
  run: ({ countView, ...call }) => readQuotePage(call, { countView }),
});

export default define.page<typeof handler>(({ data, url }) => (
  <SharedQuote page={data} path={url.pathname.replace(/\/$/, "")} />
));
