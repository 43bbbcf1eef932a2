import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Loading } from "@/components/Loading.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import { NewQuoteButton } from "@/lib/panel/opportunities/NewQuoteButton.tsx";
import { Composer } from "@/lib/panel/composer/Composer.tsx";
import { OpportunityVerbs } from "@/lib/panel/opportunities/OpportunityVerbs.tsx";
import { RecordFields } from "@/lib/panel/record/RecordFields.tsx";
import { StageStepper } from "@/lib/panel/opportunities/stages/StageStepper.tsx";
import type { Standing } from "@/lib/panel/opportunities/use_standing.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { noteVisit } from "@/lib/panel/frame/recent.ts";
import { fillRegions, readPage } from "@/lib/panel/live/regions.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";
import { historyWords } from "@/lib/panel/record/history_words.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

export interface OpenedOpportunityProps {
  id: string;
  /** Its own page. */
  page: string;
  stages: { id: number; name: string; color: string | null }[];
  fields: FieldSpec[];
  people: { id: number; name: string }[];
  /** The person who looks. */
  me: number;
  onClose(): void;
}

type Opportunity = Saveable & {
  title: string;
  status: Standing["status"];
  stage: { id: number };
  client: { name: string | null };
};

/** Content of the sheet beside the board, loaded when the first card is opened. */
export function OpenedOpportunity(props: OpenedOpportunityProps) {
  const { companyId, language } = usePage();
  const { id, page, stages, fields, people, me, onClose } = props;
  const caller = { companyId, language };
  const words = useWords(opportunityWords);
  const path = `opportunities/${id}`;
  const [detail, setDetail] = useState<{ record: Opportunity; page: Document | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const [record, drawn] = await Promise.all([
        callApi<Opportunity>(path, caller),
        readPage(page),
      ]);
      if (isOver) return;
      if (record.ok) setDetail({ record: record.data, page: drawn });
      else setFailure(failureText(record, language));
    };
    read();
    return () => {
      isOver = true;
    };
  }, []);

  useEffect(() => {
    if (!detail) return;
    noteVisit(companyId, { href: page, title: detail.record.title });
    if (detail.page) fillRegions(root.current!, detail.page);
  }, [detail]);

  if (failure) return <p role="alert" class="p-5 text-danger-text">{failure}</p>;
  if (!detail) return <Loading />;
  const { record } = detail;
  const standing = {
    status: record.status,
    stageId: record.stage.id,
    version: record.version,
    sale: null,
  };
  const opportunity = { ...caller, opportunityId: record.id };
  return (
    <div
      ref={root}
      data-source={page}
      class="min-h-0 flex-1 space-y-6 overflow-y-auto overscroll-contain p-5"
    >
      <div data-region="head" class="flex flex-wrap items-center gap-x-3 gap-y-1" />
      <div class="flex flex-wrap gap-2">
        <OpportunityVerbs {...opportunity} standing={standing} onTrashed={onClose} />
      </div>
      <StageStepper {...opportunity} stages={stages} standing={standing} />
      <Panel title={words.tasks} region="tasks" />
      <Panel title={words.quotes} end={<NewQuoteButton {...opportunity} />} region="quotes" />
      <Panel title={words.data}>
        <RecordFields
          path={path}
          record={record}
          fields={fields.map((spec) =>
            spec.name === "client_id" ? { ...spec, displayName: record.client.name ?? "" } : spec
          )}
        />
      </Panel>
      <Panel title={historyWords.title[language]}>
        <Composer
          subject={{ opportunity_id: record.id }}
          links={{ opportunity_id: record.id }}
          people={people}
          me={me}
        />
        <div data-region="timeline" />
      </Panel>
    </div>
  );
}
