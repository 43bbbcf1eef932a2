import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { AskDialog } from "@/lib/panel/save/AskDialog.tsx";
import { MoveButton } from "@/lib/panel/quotes/parts/MoveButton.tsx";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { saleWords } from "@/lib/panel/sales/words.ts";

interface CancelSaleProps {
  id: number;
  standing: { status: string; version: number };
}

/** Cancels a sale, asking first and for what reason. */
export function CancelSale({ id, standing }: CancelSaleProps) {
  const { companyId, language } = usePage();
  const { status, version } = useRegionData("sale-standing", standing);
  const [isAsking, setAsking] = useState(false);
  const words = useWords(saleWords);
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
          onYes={cancel}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
