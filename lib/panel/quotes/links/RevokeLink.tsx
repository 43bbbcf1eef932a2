import { usePage, useWords } from "@/components/page.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import type { Share } from "@/lib/panel/quotes/editor/quote_now.ts";
import { revokeWords } from "@/lib/panel/quotes/links/revoke_words.ts";
import { AskDialog } from "@/lib/panel/save/AskDialog.tsx";

interface RevokeLinkProps {
  quoteId: number;
  share: Share;
  onClose(): void;
}

/** Asks before a client's link is revoked. Open while drawn. */
export function RevokeLink({ quoteId, share, onClose }: RevokeLinkProps) {
  const { companyId, language } = usePage();
  const words = useWords(revokeWords);

  async function revoke() {
    const call = { companyId, language, method: "DELETE" as const, query: { id: share.id } };
    const done = await callApi(`quotes/${quoteId}/share`, call);
    const redrawn = refreshRegions();
    if (!done.ok) return done;
    await redrawn;
    showToast({ text: words.revoked });
  }

  return <AskDialog {...words.ask} onYes={revoke} onClose={onClose} />;
}
