import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { AskDialog } from "@/lib/panel/save/AskDialog.tsx";
import { MoveButton } from "@/lib/panel/quotes/parts/MoveButton.tsx";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { recordWords } from "@/lib/panel/notifications/log_words.ts";

interface CancelNotificationProps {
  id: string;
  /** Whether it still waits for someone. */
  isOpen: boolean;
}

/** Cancels a notification for those who have not answered; asks first. */
export function CancelNotification(props: CancelNotificationProps) {
  const { companyId, language } = usePage();
  const { id } = props;
  const isOpen = useRegionData("cancellable", props.isOpen);
  const [isAsking, setAsking] = useState(false);
  const words = useWords(recordWords);
  return (
    <>
      <MoveButton
        label={words.cancel}
        icon="x"
        reason={isOpen ? undefined : words.cancelReason}
        isOpener
        onPress={() => setAsking(true)}
      />
      {isAsking && (
        <AskDialog
          {...words.cancelAsk}
          onYes={() =>
            runVerb(
              {
                path: `notifications/${id}`,
                method: "DELETE",
                done: words.cancelled,
                isAsked: true,
              },
              { companyId, language },
            )}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
