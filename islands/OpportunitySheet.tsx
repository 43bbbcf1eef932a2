import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { Panel } from "@/components/record/RecordPage.tsx";
import { NewQuoteButton } from "@/islands/NewQuoteButton.tsx";
import { NoteComposer } from "@/islands/NoteComposer.tsx";
import { OpportunityVerbs } from "@/islands/OpportunityVerbs.tsx";
import { RecordFields } from "@/islands/RecordFields.tsx";
import { StageStepper } from "@/islands/StageStepper.tsx";
import { useOpenCard } from "@/lib/panel/board/use_open_card.ts";
import type { Standing } from "@/lib/panel/board/use_standing.ts";
import { callApi } from "@/lib/panel/call_api.ts";
import { failureText } from "@/lib/panel/failures.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import { noteVisit } from "@/lib/panel/recent.ts";
import { fillRegions, readPage } from "@/lib/panel/regions.ts";
import type { Saveable } from "@/lib/panel/save.ts";
import { useSideSheet } from "@/lib/panel/board/use_side_sheet.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { boardWords } from "@/lib/words/panel/board.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { historyWords } from "@/lib/words/panel/history.ts";
import { opportunityWords } from "@/lib/words/panel/opportunities.ts";

interface OpportunitySheetProps {
  stages: { id: number; name: string; color: string | null }[];
  fields: FieldSpec[];
  companyId: number;
  language: Language;
  timeZone: string;
}

type Opportunity = Saveable & {
  title: string;
  status: Standing["status"];
  stage: { id: number };
  client: { name: string | null };
};

/** The opportunity of a card beside the board: what its page shows, from that page. */
export function OpportunitySheet(props: OpportunitySheetProps) {
  const { companyId, language } = props;
  const { id, close } = useOpenCard();
  const sheet = useSideSheet(id, close);
  const page = `/panel/opportunities/${id}?company_id=${companyId}`;
  return (
    <dialog
      ref={sheet}
      tabIndex={-1}
      class="sheet side-sheet"
      aria-label={boardWords.sheet[language]}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      {id !== null && (
        <>
          <header class="flex items-center justify-between gap-2 border-b border-line py-2 pl-3 pr-3">
            <a class="button button-plain" href={page}>
              <Icon name="file-text" />
              {boardWords.openPage[language]}
            </a>
            <button type="button" class="button button-plain button-icon text-soft" onClick={close}>
              <Icon name="x" />
              <span class="sr-only">{commonWords.close[language]}</span>
            </button>
          </header>
          <Opened key={id} {...props} id={id} page={page} onGone={close} />
        </>
      )}
    </dialog>
  );
}

interface OpenedProps extends OpportunitySheetProps {
  id: string;
  page: string;
  onGone(): void;
}

function Opened({ id, page, stages, fields, companyId, language, timeZone, onGone }: OpenedProps) {
  const who = { companyId, language };
  const words = speak(opportunityWords, language);
  const path = `opportunities/${id}`;
  const [found, setFound] = useState<{ record: Opportunity; page: Document | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const [record, drawn] = await Promise.all([callApi<Opportunity>(path, who), readPage(page)]);
      if (isOver) return;
      if (record.ok) setFound({ record: record.data, page: drawn });
      else setFailure(failureText(record, language));
    };
    read();
    return () => {
      isOver = true;
    };
  }, []);

  useEffect(() => {
    if (!found) return;
    noteVisit(companyId, { href: page, title: found.record.title });
    if (found.page) fillRegions(root.current!, found.page);
  }, [found]);

  if (failure) return <p role="alert" class="p-5 text-danger-text">{failure}</p>;
  if (!found) {
    return (
      <p role="status" class="flex items-center gap-2 p-5 text-soft">
        <Icon name="loader-circle" class="animate-spin" />
        {commonWords.loading[language]}
      </p>
    );
  }
  const { record } = found;
  const standing = {
    status: record.status,
    stageId: record.stage.id,
    version: record.version,
    sale: null,
  };
  const opportunity = { ...who, opportunityId: record.id };
  return (
    <div
      ref={root}
      data-source={page}
      class="min-h-0 flex-1 space-y-6 overflow-y-auto overscroll-contain p-5"
    >
      <div data-region="head" class="flex flex-wrap items-center gap-x-3 gap-y-1" />
      <div class="flex flex-wrap gap-2">
        <OpportunityVerbs {...opportunity} standing={standing} onTrashed={onGone} />
      </div>
      <StageStepper {...opportunity} stages={stages} standing={standing} />
      <Panel title={words.tasks} region="tasks" />
      <Panel title={words.quotes} end={<NewQuoteButton {...opportunity} />} region="quotes" />
      <Panel title={words.data}>
        <RecordFields
          {...who}
          timeZone={timeZone}
          path={path}
          record={record}
          fields={fields.map((spec) =>
            spec.name === "client_id" ? { ...spec, shown: record.client.name ?? "" } : spec
          )}
        />
      </Panel>
      <Panel title={historyWords.title[language]}>
        <NoteComposer {...who} subject={{ opportunity_id: record.id }} />
        <div data-region="timeline" />
      </Panel>
    </div>
  );
}
