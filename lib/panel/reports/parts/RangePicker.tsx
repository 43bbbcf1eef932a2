import { usePage, useWords } from "@/components/page.ts";
import { type Period, periods } from "@/lib/panel/reports/periods.ts";
import type { ReportRange } from "@/lib/figures/report_record.ts";
import { reportWords } from "@/lib/panel/reports/words.ts";

interface RangePickerProps {
  range: ReportRange;
  period?: Period;
}

/** Periods by name, and two days for any other; both are addresses. */
export function RangePicker({ range, period }: RangePickerProps) {
  const { companyId, href } = usePage();
  const words = useWords(reportWords);
  return (
    <div class="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3">
      <nav aria-label={words.period} class="inbox-tabs">
        {periods.map((one) => (
          <a
            key={one}
            href={href(`/panel/reports?period=${one}`)}
            aria-current={one === period ? "page" : "false"}
          >
            {words.periods[one]}
          </a>
        ))}
      </nav>
      <form
        action="/panel/reports"
        method="get"
        aria-label={words.custom}
        class="flex flex-wrap items-center gap-2 text-meta"
      >
        <input type="hidden" name="company_id" value={companyId} />
        <Day name="from" label={words.from} value={range.from} />
        <Day name="to" label={words.to} value={range.to} />
        <button type="submit" class="button">{words.show}</button>
      </form>
    </div>
  );
}

function Day({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label class="flex items-center gap-2">
      <span class="text-soft">{label}</span>
      <span class="block w-36">
        <input type="date" name={name} class="control" value={value} required />
      </span>
    </label>
  );
}
