import { useState } from "preact/hooks";
import { AskDialog } from "@/lib/panel/save/AskDialog.tsx";
import { MoveButton } from "@/lib/panel/quotes/parts/MoveButton.tsx";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { saleWords } from "@/lib/panel/sales/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface CancelSaleProps {
  id: number;
  standing: { status: string; version: number };
  companyId: number;
  language: Language;
}

/** Cancels a sale, asking first and for what reason. */
export function CancelSale({ id, standing, companyId, language }: CancelSaleProps) {
  const { status, version } = useRegionData("sale-standing", standing);
  const [isAsking, setAsking] = useState(false);
  const words = speak(saleWords, language);
  const cancel = (reason: string) =>
    runVerb({
      path: `sales/${id}/cancel`,
      json: { ...(reason ? { reason } : {}), version },
      done: words.cancelled,
      isAsked: true,
    }, { companyId, language });
  return (
    <>
      <MoveButton
        label={words.cancel}
        icon="x"
        reason={status === "cancelled" ? words.cancelReason : undefined}
        isOpener
        onPress={() => setAsking(true)}
      />
      {isAsking && (
        <AskDialog
          title={words.cancelAsk.title}
          text={words.cancelAsk.text}
          button={words.cancelAsk.button}
          dismiss={words.cancelAsk.dismiss}
          field={{ label: words.cancelAsk.field, maxLength: 2000, isLong: true }}
          language={language}
          onYes={cancel}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
