import { useWords } from "@/components/page.ts";
import { chartWords } from "@/lib/panel/charts/words.ts";

interface TrendCell {
  value: number;
  text: string;
  href: string;
}

interface TrendTableProps {
  id: string;
  head: string[];
  rows: { name: string; cells: TrendCell[] }[];
  total: TrendCell[];
}

/** The numbers behind a chart by month; open on demand. */
export function TrendTable({ id, head, rows, total }: TrendTableProps) {
  const words = useWords(chartWords);
  return (
    <details id={id} class="mt-1">
      <summary class="w-fit text-label text-soft hover:text-text">{words.asTable}</summary>
      <table class="figures mt-2">
        <thead>
          <tr>
            <th scope="col">{words.month}</th>
            {head.map((name) => <th key={name} scope="col" class="number">{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <Cells cells={cells} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <Cells cells={total} />
          </tr>
        </tfoot>
      </table>
    </details>
  );
}

function Cells({ cells }: { cells: TrendCell[] }) {
  return (
    <>
      {cells.map((cell, at) => (
        <td key={at} class="number">
          <Figure {...cell} />
        </td>
      ))}
    </>
  );
}

/** A number that leads to its records; zero leads nowhere. */
export function Figure({ value, text, href }: TrendCell) {
  return value === 0
    ? <span class="text-soft">{text}</span>
    : <a class="figure" href={href}>{text}</a>;
}
