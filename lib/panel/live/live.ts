import { followChanges } from "@/lib/panel/live/event_stream.ts";
import type { RecordChange } from "@/lib/panel/live/change.ts";
import { createRedraw } from "@/lib/panel/live/redraw.ts";

export interface LiveOptions {
  companyId: number;
  /** The person at this page. */
  me: number;
  /** When the page was read, by the server's clock. */
  since: string;
  /** The page's own record went to the trash; null when it is back. */
  onTrashed(change: RecordChange | null): void;
}

/** Shows on the page what others change, until the returned function is called. */
export function startLive({ companyId, me, since, onTrashed }: LiveOptions): () => void {
  const redraw = createRedraw({ me, since, onTrashed });
  const stop = followChanges({ companyId, since, onChange: redraw.hear });
  return () => {
    stop();
    redraw.stop();
  };
}
