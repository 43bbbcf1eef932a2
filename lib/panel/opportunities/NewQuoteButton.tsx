import { usePage } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { nounWords } from "@/lib/words/nouns.ts";

interface NewQuoteButtonProps {
  opportunityId: number;
}

/** Drafts a quotation for an opportunity and goes to it. */
export function NewQuoteButton({ opportunityId }: NewQuoteButtonProps) {
  const { companyId, href, language } = usePage();
  const [isBusy, setBusy] = useState(false);
  const label = nounWords.quotes.create[language];

  async function draft() {
    setBusy(true);
    const json = { opportunity_id: opportunityId };
    const outcome = await callApi<{ id: number }>("quotes", {
      method: "POST",
      companyId,
      language,
      json,
    });
    if (outcome.ok) return location.assign(href(`/panel/quotes/${outcome.data.id}`));
    setBusy(false);
    showToast({ text: failureText(outcome, language), isFailure: true });
  }

  return (
    <button
      type="button"
      class="button button-plain -my-1"
      data-command={label}
      disabled={isBusy}
      onClick={draft}
    >
      <Icon name={isBusy ? "loader-circle" : "plus"} class={isBusy ? "animate-spin" : ""} />
      {label}
    </button>
  );
}
