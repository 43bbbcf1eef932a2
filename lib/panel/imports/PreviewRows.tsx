import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import {
  countsOf,
  type ImportNoun,
  type ImportTarget,
  type Outcome,
  outcomes,
  type Preview,
  type PreviewRow,
} from "@/lib/panel/imports/import_page.ts";
import { ImportProgress } from "@/lib/panel/imports/ImportProgress.tsx";
import { shownValue } from "@/lib/panel/imports/shown_value.ts";
import type { ImportState } from "@/lib/panel/imports/use_import.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { locales } from "@/lib/words/language.ts";

interface PreviewRowsProps {
  noun: ImportNoun;
  preview: Preview;
  targets: ImportTarget[];
  state: ImportState;
}

const dots: Record<Outcome, string> = {
  new: "bg-success-solid",
  changed: "bg-info-solid",
  same: "bg-line-strong",
  wrong: "bg-danger-solid",
  left_out: "bg-warning-solid",
};

/** Rows of the file with their outcome: new values, changes, or errors. */
export function PreviewRows(props: PreviewRowsProps) {
  const { language } = usePage();
  const { preview, state } = props;
  const words = useWords(importPageWords);
  const counts = countsOf(preview.counts, state.choices);
  if (counts.all === 0) return null;
  const { show, rows } = state.visible;
  const number = new Intl.NumberFormat(locales[language], { useGrouping: "always" });
  const sorts = [...outcomes, "remarks" as const];
  const tabs = [null, ...sorts.filter((sort) => counts[sort] > 0 || sort === show)];
  const isMore = !state.isLoading && rows.length < counts[show ?? "all"];
  return (
    <Panel
      title={words.preview}
      end={(["wrong", "remarks"] as const).filter((which) => counts[which] > 0).map((which) => (
        <button
          key={which}
          type="button"
          class="button"
          onClick={() => state.download(which)}
        >
          <Icon name="download" /> {words.download[which]}
        </button>
      ))}
    >
      <div class="import-tabs tabs" role="group" aria-label={words.showing}>
        {tabs.map((sort) => (
          <button
            key={sort}
            type="button"
            class="tab"
            aria-pressed={sort === show ? "true" : "false"}
            onClick={() => state.filter(sort)}
          >
            {sort ? words.outcomes[sort] : words.all}{" "}
            <span class="tabular-nums text-soft">{number.format(counts[sort ?? "all"])}</span>
          </button>
        ))}
      </div>
      <ul class="import-rows">
        {rows.map((row) => <Row key={row.row} {...props} row={row} />)}
      </ul>
      {rows.length === 0 && !state.isLoading && (
        <p class="py-4 text-meta text-soft">{words.noneSuch}</p>
      )}
      {state.isLoading && (
        <div class="py-4">
          <ImportProgress phase="checking" sent={state.sent} rows={0} />
        </div>
      )}
      {isMore && (
        <button type="button" class="button mt-3" onClick={state.more}>{words.more}</button>
      )}
    </Panel>
  );
}

function Row(props: PreviewRowsProps & { row: PreviewRow }) {
  const { href } = usePage();
  const { noun } = props;
  const { row, outcome, record } = props.row;
  const words = useWords(importPageWords);
  return (
    <li class="import-row">
      <p class="min-w-0 text-meta">
        <span class="inline-flex items-center gap-1.5 whitespace-nowrap">
          <span class={`size-1.5 shrink-0 rounded-full ${dots[outcome]}`} aria-hidden="true" />
          {words.outcome[outcome]}
        </span>{" "}
        <span class="whitespace-nowrap tabular-nums text-soft">{words.rowNumber(row)}</span>
        {record && (
          <a
            class="block truncate font-medium hover:underline"
            href={href(`/panel/${noun}/${record.id}`)}
            target="_blank"
            title={record.name ?? undefined}
          >
            <bdi>{record.name ?? words.numbered(record.id)}</bdi>
          </a>
        )}
      </p>
      <div class="min-w-0 text-meta">
        <RowDetails {...props} />
        {props.row.remarks.map(({ column, message }, at) => (
          <p key={at} class="text-warning-text first-letter:uppercase">
            {column ? `${column}: ${message}` : message}
          </p>
        ))}
      </div>
    </li>
  );
}

/** Errors of a row, its changes, or its new values. */
function RowDetails({ row, targets }: PreviewRowsProps & { row: PreviewRow }) {
  const { language, timeZone } = usePage();
  const words = useWords(importPageWords);
  const { outcome, values, changes, errors } = row;
  const target = (field: string) => targets.find((one) => one.field === field);
  const labelOf = (field: string) => target(field)?.label ?? field;
  const textOf = (field: string, value: unknown) =>
    shownValue(value, target(field), { language, timeZone });
  if (outcome === "same") return <p class="text-soft">{words.nothingNew}</p>;
  if (outcome === "changed") {
    return (
      <dl class="space-y-0.5">
        {Object.entries(changes).map(([field, [old, now]]) => (
          <div key={field} class="import-change">
            <dt class="text-soft">{labelOf(field)}</dt>
            <dd class="min-w-0">
              <span class={textOf(field, old) ? "import-old" : "text-soft"}>
                {textOf(field, old) || words.nothing}
              </span>{" "}
              <Icon name="arrow-right" class="size-3.5 text-soft" />
              <span class="sr-only">{words.becomesValue}</span>{" "}
              <span class="font-medium">{textOf(field, now)}</span>
            </dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <>
      {errors.map(({ column, message }, at) => (
        <p key={at} class="text-danger-text first-letter:uppercase">
          {column ? `${column}: ${message}` : message}
        </p>
      ))}
      <p class={outcome === "new" ? "" : "text-soft"}>
        {Object.entries(values).map(([field, value], at) => (
          <span key={field} title={labelOf(field)}>
            {at > 0 && <span class="text-soft">·</span>} {textOf(field, value)}
            {" "}
          </span>
        ))}
      </p>
    </>
  );
}
