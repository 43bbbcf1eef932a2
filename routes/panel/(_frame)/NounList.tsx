import { usePage } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { ExcelButton, ListKeys, SearchAsTyped } from "@/islands/list/List.tsx";
import { BulkBar, SavedViews } from "@/islands/list/ListTools.tsx";
import { bulkBar, type BulkList } from "@/lib/panel/list/bulk/bulk_actions.ts";
import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { boarded, type readListPage } from "@/lib/panel/list/list_page.ts";
import { type FilterSpec, withChosen } from "@/lib/panel/list/list_view.ts";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { namesOfColumns } from "@/lib/panel/list/views/columns.ts";
import { listed, type ListedNoun } from "@/lib/views/listed.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { AskingFilters } from "@/routes/panel/(_frame)/AskingFilters.tsx";
import { extraColumns } from "@/routes/panel/(_frame)/extra_columns.ts";
import { sectionIcons } from "@/routes/panel/(_frame)/sections.ts";

interface PageMeta {
  page: number;
  per_page: number;
  total: number;
  pages: number;
}

interface NounListProps<Row extends { id: number }> {
  noun: ListedNoun;
  data: Awaited<ReturnType<typeof readListPage<Row, PageMeta>>>;
  filters: FilterSpec[];
  /** The page's own columns; those that the field table adds come after them. */
  columns: Column<Row>[];
  /** A last column of buttons, which no menu names. */
  control?: Column<Row>;
  /** Stages for the verb that moves selected rows. */
  stages?: { id: number; name: string }[];
  empty: { text: string; action?: ComponentChildren };
  /** Buttons beside those of every list. */
  actions?: ComponentChildren;
  create?: ComponentChildren;
  /** Stands before the filters on a phone. */
  lead?: ComponentChildren;
  tabs?: ComponentChildren;
  note?: ComponentChildren;
  /** Beside the table. */
  children?: ComponentChildren;
}

/** Page of a noun's list: filters, saved views, files, verbs on selected rows, table. */
export function NounList<Row extends { id: number }>(props: NounListProps<Row>) {
  const { companyId, href, language } = usePage();
  const { noun, data, control } = props;
  const { rows, view, people } = data;
  const { section, spec, fields } = listed[noun];
  const title = nounWords[section].many[language];
  const filters = withChosen(props.filters, data.chosen);
  const columns = [...props.columns, ...extraColumns<Row>(fields, language)];
  const bulk = section === "sales"
    ? undefined
    : bulkBar(section satisfies BulkList, { view, language, people, stages: props.stages });
  return (
    <ListPage
      title={title}
      icon={sectionIcons[section]}
      view={view}
      filters={filters}
      ignored={data.ignored}
      meta={data.meta}
      hasCsv
      filterBar={
        <AskingFilters
          view={view}
          filters={filters}
          asking={{ list: section, companyId }}
          lead={props.lead}
        />
      }
      views={
        <SavedViews
          view={view}
          columns={namesOfColumns(columns, view)}
          plain={href(`/panel/${section}${boarded.includes(noun) ? "?view=list" : ""}`)}
        />
      }
      search={<SearchAsTyped />}
      bar={bulk && <BulkBar {...bulk} />}
      empty={props.empty}
      tabs={props.tabs}
      note={props.note}
      create={props.create}
      actions={
        <>
          <ExcelButton {...data.excel} />
          {props.actions}
        </>
      }
    >
      <ListKeys name={section} />
      <DataTable<Row>
        label={title}
        rows={rows}
        view={view}
        sort={view.params.sort ?? spec.defaultSort}
        hrefOf={({ id }) => href(`/panel/${section}/${id}`)}
        columns={control ? [...columns, control] : columns}
        isPickable={bulk !== undefined}
      />
      {props.children}
    </ListPage>
  );
}
