import type { ComponentChildren } from "preact";

interface HelpTableProps {
  /** The id of the heading that names it. */
  labelledBy: string;
  columns: string[];
  rows: { head: ComponentChildren; cells: string[] }[];
}

/**
 * A table that a narrow screen shows as one block a row, with the column's name above each cell. Its
 * roles are said, because a browser forgets them where a row is no table row.
 */
export function HelpTable({ labelledBy, columns, rows }: HelpTableProps) {
  return (
    <table role="table" aria-labelledby={labelledBy}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => <th role="columnheader" scope="col" key={column}>{column}</th>)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ head, cells }, at) => (
          <tr role="row" key={at}>
            <th role="rowheader" scope="row">{head}</th>
            {cells.map((cell, of) => (
              <td role="cell" key={of}>
                {columns.length > 2 && (
                  <span class="cell-name" aria-hidden="true">{columns[of + 1]}</span>
                )}
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
