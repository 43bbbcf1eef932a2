import { followChanges } from "@/lib/panel/live/event_stream.ts";
import type { RecordChange } from "@/lib/panel/live/change.ts";
import { createRedraw } from "@/lib/panel/live/redraw.ts";

export interface LiveOptions {
  companyId: number;
  me: number;
  since: string;
  /** The page's own record is gone; null when it is back. */
  onTrashed(change: RecordChange | null): void;
  onConnection(isLost: boolean): void;
}

/** Shows on the page what others change, until the returned function is called. */
export function startLive(
  { companyId, me, since, onTrashed, onConnection }: LiveOptions,
): () => void {
  const redraw = createRedraw({ me, since, onTrashed });
  const stop = followChanges({ companyId, since, onChange: redraw.hear, onConnection });
  return () => {
    stop();
    redraw.stop();
  };
}
