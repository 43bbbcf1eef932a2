import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import { learnQuote, type QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { MoveButton } from "@/lib/panel/quotes/parts/MoveButton.tsx";
import { AskDialog } from "@/lib/panel/save/AskDialog.tsx";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";

interface ApprovalMovesProps {
  quote: QuoteNow;
  /** Id of the reader. */
  me: number;
}

/** Same limit as a phone's reply. */
const mostNote = 500;

/** Buttons that approve or refuse a waiting quotation, or withdraw the request. */
export function ApprovalMoves({ quote, me }: ApprovalMovesProps) {
  const { companyId, language } = usePage();
  const [open, setOpen] = useState<"yes" | "no" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const words = useWords(approvalWords);
  const caller = { companyId, language };
  const path = `quotes/${quote.id}`;
  // The requester cannot decide.
  const mayDecide = quote.approval?.by?.id !== me;

  function learn(outcome: Outcome<QuoteNow>) {
    if (outcome.ok) learnQuote(outcome.data);
    return outcome;
  }

  async function decide(note: string) {
    const approved = open === "yes";
    const json = { approved, version: quote.version, ...(note ? { note } : {}) };
    const done = words.outcome[approved ? "yes" : "no"];
    return learn(await runVerb({ path: `${path}/decide`, json, done, isAsked: true }, caller));
  }

  async function withdraw() {
    if (isBusy) return;
    setBusy(true);
    const verb = { path: `${path}/ask-approval`, method: "DELETE" as const };
    learn(await runVerb({ ...verb, done: words.withdrawn }, caller));
    setBusy(false);
  }

  const question = open && words.questions[open];
  return (
    <>
      {mayDecide && (
        <>
          <MoveButton
            label={words.yes}
            icon="thumbs-up"
            look="primary"
            isOpener
            onPress={() => setOpen("yes")}
          />
          <MoveButton
            label={words.no}
            icon="thumbs-down"
            isOpener
            onPress={() => setOpen("no")}
          />
        </>
      )}
      <MoveButton label={words.withdraw} icon="undo-2" isBusy={isBusy} onPress={withdraw} />
      {question && (
        <AskDialog
          key={open}
          {...question}
          field={{ label: words.questions.note, maxLength: mostNote, isLong: true }}
          onYes={decide}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
