import type { ComponentChildren } from "preact";

interface HelpTableProps {
  labelledBy: string;
  columns: string[];
  rows: { head: ComponentChildren; cells: string[] }[];
}

/** A narrow screen shows one block a row. Roles are said: browsers forget them without a table. */
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
