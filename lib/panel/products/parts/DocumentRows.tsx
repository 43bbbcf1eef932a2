import type { ComponentChildren } from "preact";

interface DocumentRowsProps {
  rows: {
    href: string;
    number: string;
    client: string | null;
    status: ComponentChildren;
    day: ComponentChildren;
  }[];
  empty: string;
}

/** The quotations or sales that a product stands in, the newest first. */
export function DocumentRows({ rows, empty }: DocumentRowsProps) {
  if (rows.length === 0) return <p class="text-meta text-soft">{empty}</p>;
  return (
    <ul class="divide-y divide-line text-meta">
      {rows.map(({ href, number, client, status, day }) => (
        <li key={href} class="flex min-h-10 items-center gap-x-3 max-md:flex-wrap max-md:py-1.5">
          <a
            href={href}
            class="min-w-0 truncate font-medium hover:underline max-md:w-full md:flex-1"
          >
            {number}{" "}
            <span class="font-normal text-soft">
              · <bdi>{client}</bdi>
            </span>
          </a>
          <span class="w-28 shrink-0">{status}</span>
          <span class="w-28 shrink-0 max-md:ml-auto text-right tabular-nums whitespace-nowrap">
            {day}
          </span>
        </li>
      ))}
    </ul>
  );
}
