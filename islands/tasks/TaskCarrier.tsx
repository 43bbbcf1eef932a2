import { usePage } from "@/components/page.ts";
import { useCarrier } from "@/lib/panel/board/use_carrier.ts";
import { createTaskMoves } from "@/lib/panel/tasks/moves.ts";

interface TaskCarrierProps {
  /** Kind of the page's columns. */
  columns: "statuses" | "buckets";
}

/** Lets tasks be carried between the columns of the board, or between the days of the buckets. */
export function TaskCarrier({ columns }: TaskCarrierProps) {
  const { companyId, language, timeZone } = usePage();
  const { message } = useCarrier({
    language,
    isStacked: columns === "buckets",
    connect(carrier) {
      const isHeld = () => carrier.carried() !== null;
      const { settle, toStatus, toBucket } = createTaskMoves({
        companyId,
        language,
        timeZone,
        isHeld,
      });
      return { settle, drop: columns === "statuses" ? toStatus : toBucket };
    },
  });
  return <p class="sr-only" aria-live="assertive">{message}</p>;
}
