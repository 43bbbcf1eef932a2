import { usePage, useWords } from "@/components/page.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { statHref, type StatPath } from "@/lib/panel/dashboard/stat_links.ts";
import type { Stats } from "@/lib/figures/stats_record.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";

export interface StatProps {
  stats: Stats;
}

/** A figure of the indicators by its path. */
export function statOf(stats: Stats, path: StatPath): number {
  const [group, name] = path.split(".") as [keyof Stats, string];
  return (stats[group] as Record<string, unknown>)[name] as number;
}

/** Late already; the others only approach. */
const late: StatPath[] = [
  "contacts.unanswered_24h",
  "tasks.overdue",
  "quotes.expired",
];

/** Matters that need attention, what is late first; zeros are left out. */
export function Attention({ stats }: StatProps) {
  const page = usePage();
  const { language } = page;
  const words = useWords(dashboardWords);
  const paths = Object.keys(words.waits) as (keyof typeof words.waits)[];
  const isLate = (path: StatPath) => late.includes(path);
  const waiting = paths.filter((path) => statOf(stats, path) > 0)
    .sort((one, other) => Number(isLate(other)) - Number(isLate(one)));
  return (
    <nav aria-label={words.attention}>
      {waiting.length === 0 && <p class="text-soft">{words.calm}</p>}
      <ul class="strip gap-2">
        {waiting.map((path) => (
          <li key={path}>
            <a
              href={statHref(path, page)}
              data-figure={path}
              class="attention"
              data-late={isLate(path) ? "" : undefined}
            >
              <strong class="font-semibold tabular-nums">
                {formatQuantity(statOf(stats, path), language)}
              </strong>{" "}
              {words.waits[path](statOf(stats, path))}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
