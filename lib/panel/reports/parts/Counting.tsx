import { usePage, useWords } from "@/components/page.ts";
import { formatRange } from "@/lib/values/dates.ts";
import type { ReportRange } from "@/lib/figures/report_record.ts";
import { reportWords } from "@/lib/panel/reports/words.ts";

/** Says by which day the figures of each person count. */
export function Counting({ range }: { range: ReportRange }) {
  const { language } = usePage();
  const { counting, groups, hints } = useWords(reportWords);
  return (
    <section class="mt-4 text-meta" aria-labelledby="counting">
      <h2 id="counting" class="font-medium">
        {counting.title}
        <span class="font-normal text-soft">: {formatRange(range, language)}</span>
      </h2>
      <dl class="mt-1 space-y-0.5">
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <div key={group} class="md:flex md:gap-3">
            <dt class="shrink-0 text-soft md:w-28">{groups[group]}</dt>
            <dd class="max-md:mb-1">{hints[group]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
