import { useState } from "preact/hooks";
import { usePage } from "@/components/page.ts";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import { learnQuote, type QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";

interface Person {
  user_id: number;
  name: string | null;
  email: string;
}

interface Options {
  quote: QuoteNow;
  /** Id of the reader, and whether they may send without approval. */
  me: number;
  isFree: boolean;
}

/** Request for the approval that a draft needs to be sent: possible approvers, and the call. */
export function useAsking({ quote, me, isFree }: Options) {
  const { companyId, language } = usePage();
  const [people, setPeople] = useState<{ id: number; name: string }[]>([]);
  const [chosen, setChosen] = useState("");
  const [error, setError] = useState<string>();
  const { approval } = quote;
  const isNeeded = quote.status === "draft" && !isFree && approval != null &&
    approval.reasons.length > 0 && approval.state !== "given";
  const caller = { companyId, language };

  /** Loads the possible approvers. */
  async function load() {
    if (!isNeeded) return null;
    const employees = await callApi<Person[]>("employees", {
      ...caller,
      query: { per_page: 200, state: "active" },
    });
    if (!employees.ok) return employees;
    const others = employees.data.filter(({ user_id }) => user_id !== me);
    setPeople(others.map(({ user_id, name, email }) => ({ id: user_id, name: name ?? email })));
    const first = others.find(({ user_id }) => user_id === approval?.approver?.id) ??
      (others.length === 1 ? others[0] : undefined);
    setChosen(first ? String(first.user_id) : "");
    return employees;
  }

  /** @param version as it was shown */
  async function ask(version: number, message?: unknown) {
    setError(undefined);
    if (!chosen) return setError(approvalWords.choose[language]);
    const outcome = await callApi<QuoteNow>(`quotes/${quote.id}/ask-approval`, {
      ...caller,
      method: "POST",
      json: { approver_id: Number(chosen), version, ...(message ? { message } : {}) },
    });
    if (!outcome.ok) {
      if (outcome.why === "refused" && outcome.fields.approver_id) {
        setError(outcome.fields.approver_id);
      }
      return outcome;
    }
    learnQuote(outcome.data);
    showToast({ text: approvalWords.asked(outcome.data.approval?.approver?.name ?? "")[language] });
    return outcome;
  }

  return { isNeeded, people, chosen, error, choose: setChosen, load, ask };
}

export type Asking = ReturnType<typeof useAsking>;
