import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { columnsShown } from "@/lib/panel/list/views/columns.ts";
import { bulkWords } from "@/lib/panel/list/bulk/words.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { speak } from "@/lib/words/language.ts";

/** A column of a list. The first one is the link to the record. */
export interface Column<Row> {
  name: string;
  label: string;
  /** Its name in `sort=`. */
  sort?: string;
  isNumber?: boolean;
  width?: string;
  cell: (row: Row) => ComponentChildren;
  /**
   * How soon it goes where the table is narrow: 3 first, then 2; 1 stays. What goes stands in a line
   * below the row's name. 1 unless said; 3 for an extra one.
   */
  priority?: 1 | 2 | 3;
  /** Has no text to fold: it goes without a trace. */
  isControl?: boolean;
  /** Shown only where a view or the address names it. */
  isExtra?: boolean;
  /** Line of a row in which a phone shows it; without one it is left out there. */
  phone?: "first" | "second" | "end";
  /** Content on a phone or in a folded line, where the cell is a control. */
  phoneCell?: (row: Row) => ComponentChildren;
}

interface DataTableProps<Row extends { id: number }> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  hrefOf: (row: Row) => string;
  view: ListView;
  sort: string;
  /** Sums under columns, by their names. */
  footer?: Record<string, ComponentChildren>;
  /** Rows have boxes for the bar of changes (lib/panel/list/bulk/BulkBar.tsx). */
  isPickable?: boolean;
}

/** A table where there is room, else rows of two lines; a whole row opens its record. */
export function DataTable<Row extends { id: number }>(props: DataTableProps<Row>) {
  const { label, rows, view, sort, footer, isPickable } = props;
  const columns = columnsShown(props.columns, view);
  const { pickPage } = useWords(bulkWords);
  return (
    <div class="table-fit">
      <table class="data" data-list aria-label={label}>
        <thead>
          <tr>
            {isPickable && (
              <th scope="col" class="pick">
                <label>
                  <input type="checkbox" data-pick-page aria-label={pickPage} autocomplete="off" />
                </label>
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} view={view} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              {...{ row, columns, isPickable }}
              hrefOf={props.hrefOf}
              all={props.columns}
            />
          ))}
        </tbody>
        {footer && (
          <tfoot>
            <tr>
              {isPickable && <td class="pick" />}
              {columns.map((column) => (
                <td
                  key={column.name}
                  class={column.isNumber ? "number" : undefined}
                  data-priority={priorityOf(column)}
                >
                  {footer[column.name]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface TableRowProps<Row extends { id: number }>
  extends Pick<DataTableProps<Row>, "hrefOf" | "isPickable"> {
  row: Row;
  columns: Column<Row>[];
  all: Column<Row>[];
}

function TableRow<Row extends { id: number }>(props: TableRowProps<Row>) {
  const { row, columns, all, hrefOf, isPickable } = props;
  const { pick } = useWords(bulkWords);
  const main = Math.max(0, columns.findIndex(({ phone }) => phone === "first"));
  return (
    <tr data-id={row.id}>
      {isPickable && (
        <td class="pick">
          <label>
            <input
              type="checkbox"
              data-pick
              value={row.id}
              aria-label={pick}
              aria-describedby={`row-${row.id}`}
              autocomplete="off"
            />
          </label>
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.name}
          class={column.isNumber ? "number" : undefined}
          data-priority={priorityOf(column)}
        >
          {index === 0
            ? (
              <a class="row-link" id={`row-${row.id}`} href={hrefOf(row)}>
                <span class="when-narrow row-name" dir="auto">
                  <OnPhone place="first" row={row} columns={all} />
                </span>
                <span class="when-wide">
                  <Clamped isMain={index === main}>{column.cell(row)}</Clamped>
                </span>
              </a>
            )
            : <Clamped isMain={index === main}>{column.cell(row)}</Clamped>}
          {index === main && <Folded row={row} columns={columns} />}
          {index === 0 && (
            <span class="phone-line">
              <span class="min-w-0 flex-1 truncate" dir="auto">
                <OnPhone place="second" row={row} columns={all} />
              </span>
              <span class="shrink-0">
                <OnPhone place="end" row={row} columns={all} />
              </span>
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

interface OnPhoneProps<Row> {
  place: Column<Row>["phone"];
  row: Row;
  columns: Column<Row>[];
}

function OnPhone<Row>({ place, row, columns }: OnPhoneProps<Row>) {
  const there = columns.filter(({ phone }) => phone === place);
  return <>{there.map(({ cell, phoneCell = cell }) => phoneCell(row))}</>;
}

/** Undefined for a column that always stays. */
function priorityOf<Row>({ priority, isExtra }: Column<Row>) {
  const level = priority ?? (isExtra ? 3 : 1);
  return level === 1 ? undefined : level;
}

/** A text of two lines at most; other cells look after themselves. */
function Clamped({ isMain, children }: { isMain: boolean; children: ComponentChildren }) {
  const title = typeof children === "string" ? children : undefined;
  if (!isMain && title === undefined) return <>{children}</>;
  return (
    <span class={`row-text ${isMain ? "row-main" : ""}`} title={title} dir="auto">{children}</span>
  );
}

/** Columns without room in the table, below the row's name. */
function Folded<Row>({ row, columns }: { row: Row; columns: Column<Row>[] }) {
  const parts = columns.flatMap((column) => {
    const priority = priorityOf(column);
    if (!priority || column.isControl) return [];
    const content = (column.phoneCell ?? column.cell)(row);
    return content === null || content === undefined || content === false || content === ""
      ? []
      : [{ ...column, priority, content }];
  });
  if (parts.length === 0) return null;
  // Those that go first come last: what is shown of them ends the line.
  parts.sort((a, b) => a.priority - b.priority);
  return (
    <span class="folded">
      {parts.map(({ name, label, priority, content }) => (
        <span key={name} class={`fold-${priority}`}>
          {label} <b dir="auto">{content}</b>
        </span>
      ))}
    </span>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  view: ListView;
  sort: string;
}

/** A second press on a header turns its order round. */
function Head<Row>({ column, view, sort }: HeadProps<Row>) {
  const { language } = usePage();
  const { label, sort: name, isNumber, width = "" } = column;
  const priority = priorityOf(column);
  const [first = ""] = sort.split(",");
  const isBy = name !== undefined && first.replace(/^-/, "") === name;
  const isDown = isBy && first.startsWith("-");
  const order = isBy ? (isDown ? "descending" as const : "ascending" as const) : undefined;
  return (
    <th
      scope="col"
      class={`${width} ${isNumber ? "number" : ""}`}
      aria-sort={order}
      data-priority={priority}
    >
      {name === undefined ? label : (
        <a
          href={hrefOf(view, { sort: isBy && !isDown ? `-${name}` : name })}
          title={speak(listWords, language).sortBy(label)}
          class="inline-flex items-center gap-1 hover:text-text"
        >
          {label}
          {isBy && <Icon name={isDown ? "arrow-down" : "arrow-up"} class="size-3.5" />}
        </a>
      )}
    </th>
  );
}
