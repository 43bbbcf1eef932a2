import { usePage } from "@/components/page.ts";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import type { ConnectionBar } from "@/lib/panel/live/ConnectionBar.tsx";
import type { TrashedBar } from "@/lib/panel/record/TrashedBar.tsx";
import type { RecordChange } from "@/lib/panel/live/change.ts";
import type { LiveOptions } from "@/lib/panel/live/live.ts";
import { keepEarlyInput, takeOverEarlyInput } from "@/lib/panel/page/input/early_input.ts";
import { watchLengthsLate } from "@/lib/panel/page/late_lengths.ts";
import { ignoreLatePresses } from "@/lib/panel/page/input/late_presses.ts";
import { listenToFold } from "@/lib/panel/page/sidebar.ts";
import { keepChangesQuick } from "@/lib/panel/page/transitions.ts";

/** A page that is left at once follows nothing; what changes meanwhile is told afterwards. */
const settleMs = 1_200;
/** Milliseconds until modules that failed to load are loaded again. */
const againMs = 3_000;

/** Loads all modules at once: when the connection is lost, none can be loaded. */
const loadLive = () =>
  Promise.all([
    fetchModule(() => import("@/lib/panel/live/live.ts")),
    fetchModule(() => import("@/lib/panel/live/ConnectionBar.tsx")),
    fetchModule(() => import("@/lib/panel/page/morph.ts")),
  ]);

type LiveChangesProps = Pick<LiveOptions, "me" | "since">;

/**
 * Shows on the page that is open what others change, within moments, keeps the way to the next page
 * quick, and folds the sidebar. Draws nothing itself, except that the server is out of reach, or
 * that the page's own record is in the trash.
 */
export function LiveChanges({ me, since }: LiveChangesProps) {
  const { companyId } = usePage();
  const [trashed, setTrashed] = useState<RecordChange | null>(null);
  const [isLost, setLost] = useState(false);
  const [connection, setConnection] = useState<{ Bar: typeof ConnectionBar } | null>(null);
  const [parts, setParts] = useState<{ Bar: typeof TrashedBar } | null>(null);
  useEffect(keepChangesQuick, []);
  useEffect(listenToFold, []);
  useEffect(ignoreLatePresses, []);
  useEffect(watchLengthsLate, []);
  useLayoutEffect(keepEarlyInput, []);
  useEffect(takeOverEarlyInput, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    let timer = setTimeout(start, settleMs);
    async function start() {
      const parts = await loadLive().catch(() => null);
      if (isLeft) return;
      if (!parts) return void (timer = setTimeout(start, againMs));
      const [{ startLive }, { ConnectionBar: Bar }] = parts;
      setConnection({ Bar });
      stop = startLive({ companyId, me, since, onTrashed: setTrashed, onConnection: setLost });
    }
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  useEffect(() => {
    if (!trashed) return;
    fetchModule(() => import("@/lib/panel/record/TrashedBar.tsx")).then(({ TrashedBar: Bar }) =>
      setParts({ Bar })
    );
  }, [trashed]);
  return (
    <>
      {connection && <connection.Bar isLost={isLost} />}
      {trashed && parts && (
        <parts.Bar
          trashed={trashed}
          onBack={() => setTrashed(null)}
        />
      )}
    </>
  );
}
