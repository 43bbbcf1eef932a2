import type { ComposerProps } from "@/lib/panel/composer/use_composer.ts";
import { useWords } from "@/components/page.ts";
import { Composer } from "@/islands/record/Composer.tsx";
import { historyWords } from "@/lib/panel/record/history_words.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { type Entry, Timeline } from "@/lib/panel/record/Timeline.tsx";

interface HistoryPanelProps extends ComposerProps {
  history: { entries: readonly unknown[]; total: number };
  /** The record itself. */
  of: { type: string; id: number };
  /** Name of the part that is drawn again when something happened. */
  region?: string;
}

/** What happened to a record, and the form for what is written about it. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { history, of, region = "history", ...composer } = props;
  const words = useWords(historyWords);
  return (
    <Panel title={words.title}>
      <Composer {...composer} />
      <div data-region={region}>
        <Timeline entries={history.entries as Entry[]} total={history.total} of={of} />
      </div>
    </Panel>
  );
}
