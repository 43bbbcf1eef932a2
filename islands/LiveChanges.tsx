import { useEffect } from "preact/hooks";
import { followChanges } from "@/lib/panel/live/event_stream.ts";
import { createRedraw } from "@/lib/panel/live/redraw.ts";

interface LiveChangesProps {
  companyId: number;
  me: number;
  /** When the page was read, by the server's clock. */
  since: string;
}

/** Shows on the page that is open what others change, within moments. Draws nothing itself. */
export function LiveChanges({ companyId, me, since }: LiveChangesProps) {
  useEffect(() => {
    const redraw = createRedraw({ me, since });
    const stop = followChanges({ companyId, since, onChange: redraw.hear });
    return () => {
      stop();
      redraw.stop();
    };
  }, []);
  return null;
}
