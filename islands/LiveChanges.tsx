import { useEffect, useState } from "preact/hooks";
import type { TrashedBar } from "@/components/trash/TrashedBar.tsx";
import type { RecordChange } from "@/lib/panel/live/change.ts";
import type { LiveOptions } from "@/lib/panel/live/live.ts";
import { keepChangesQuick } from "@/lib/panel/page/transitions.ts";
import type { Language } from "@/lib/words/language.ts";

/** A page that is left at once follows nothing; what changes meanwhile is told afterwards. */
const settleMs = 1_200;

interface LiveChangesProps extends Omit<LiveOptions, "onTrashed"> {
  language: Language;
}

/**
 * Shows on the page that is open what others change, within moments, and keeps the way to the next
 * page quick. Draws nothing itself, except that the page's own record is in the trash.
 */
export function LiveChanges({ language, ...options }: LiveChangesProps) {
  const [trashed, setTrashed] = useState<RecordChange | null>(null);
  const [parts, setParts] = useState<{ Bar: typeof TrashedBar } | null>(null);
  useEffect(keepChangesQuick, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    const timer = setTimeout(async () => {
      const { startLive } = await import("@/lib/panel/live/live.ts");
      if (!isLeft) stop = startLive({ ...options, onTrashed: setTrashed });
    }, settleMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  useEffect(() => {
    if (!trashed) return;
    import("@/components/trash/TrashedBar.tsx").then(({ TrashedBar: Bar }) => setParts({ Bar }));
  }, [trashed]);
  if (!trashed || !parts) return null;
  return (
    <parts.Bar
      trashed={trashed}
      companyId={options.companyId}
      language={language}
      onBack={() => setTrashed(null)}
    />
  );
}
