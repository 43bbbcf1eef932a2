import { useEffect } from "preact/hooks";
import { limits, type MetaKind } from "@/lib/channels/meta/out/limits.ts";
import type { MetaReach } from "@/lib/crm/contacts/conversation/senders.ts";
import { PartsLine } from "@/lib/panel/composer/apps/PartsLine.tsx";
import { isOver, useStanding } from "@/lib/panel/composer/apps/use_standing.ts";
import { WindowLine } from "@/lib/panel/composer/apps/WindowLine.tsx";
import { partCount } from "@/lib/values/text_parts.ts";

interface AppLinesProps {
  id: string;
  kind: MetaKind;
  reach: MetaReach;
  text: string;
  files: number;
  /** Opens the templates; none where they cannot be used. */
  onTemplates: (() => void) | null;
  /** Told whether the window is over. */
  onStanding(isOver: boolean): void;
}

/** Whom a message by an app goes to, how long they can be written to, and in how many parts. */
export function AppLines(props: AppLinesProps) {
  const { id, kind, reach, text, files, onTemplates, onStanding } = props;
  const standing = useStanding(reach)!;
  const isClosed = isOver(standing);
  useEffect(() => {
    onStanding(isClosed);
    return () => onStanding(false);
  }, [isClosed]);
  return (
    <div class="w-full space-y-1 text-label text-soft">
      <WindowLine id={id} reach={reach} standing={standing} onTemplates={onTemplates} />
      <PartsLine count={isClosed ? 0 : partCount(text, files, limits[kind].text)} />
    </div>
  );
}
