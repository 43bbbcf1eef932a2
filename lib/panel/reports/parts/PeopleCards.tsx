import { usePage, useWords } from "@/components/page.ts";
import { figureOf, type PeopleProps, textOf } from "@/lib/panel/reports/parts/PeopleTable.tsx";
import { type ReportFigure, reportHref } from "@/lib/panel/reports/links.ts";
import type { ReportNumbers } from "@/lib/figures/report_record.ts";
import { reportWords } from "@/lib/panel/reports/words.ts";

/** The same as the table, for widths that it does not fit: what each did, without the zeros. */
export function PeopleCards(props: PeopleProps) {
  const { rows, totals } = props;
  const words = useWords(reportWords);
  return (
    <div class="border-t border-line xl:hidden">
      {rows.map((row) => (
        <Card
          key={row.user_id}
          {...props}
          name={row.user_id === null ? words.unassigned : row.name}
          numbers={row}
          userId={row.user_id}
        />
      ))}
      <Card {...props} name={words.total} numbers={totals} />
    </div>
  );
}

interface CardProps extends PeopleProps {
  name: string;
  numbers: ReportNumbers;
  userId?: number | null;
}

function Card({ name, numbers, userId, range, currency }: CardProps) {
  const { companyId, language } = usePage();
  const words = useWords(reportWords);
  const all = (Object.keys(words.figures) as ReportFigure[])
    .map((figure) => ({ figure, value: figureOf(numbers, figure) }))
    .filter(({ value }) => value > 0);
  const groups = (Object.keys(words.groups) as (keyof ReportNumbers)[])
    .map((group) => ({
      group,
      figures: all.filter(({ figure }) => figure.startsWith(`${group}.`)),
    }))
    .filter(({ figures }) => figures.length > 0);
  return (
    <section class="border-b border-line py-3">
      <h2 class="font-semibold">{name}</h2>
      {groups.length === 0 && <p class="text-meta text-soft">{words.idle}</p>}
      <dl class="text-meta">
        {groups.map(({ group, figures }) => (
          <div key={group} class="flex items-baseline gap-3">
            <dt class="w-28 shrink-0 text-soft">{words.groups[group]}</dt>
            <dd class="flex flex-wrap gap-x-4 tabular-nums">
              {figures.map(({ figure, value }) => (
                <a
                  key={figure}
                  href={reportHref(figure, { companyId, range, userId })}
                  class="inline-flex min-h-8 items-center gap-1 hover:underline pointer-coarse:min-h-11"
                >
                  <span class="font-medium">{textOf(figure, value, { language, currency })}</span>
                  {isCounted(figure) && (
                    <span class="text-soft">
                      {words.counted[figure][value === 1 ? "one" : "many"]}
                    </span>
                  )}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Counted = keyof typeof reportWords.counted;

/** A sale has its count and its amount: what they are is plain. */
function isCounted(figure: ReportFigure): figure is Counted {
  return figure in reportWords.counted;
}
