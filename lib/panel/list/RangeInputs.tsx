import { usePage, useWords } from "@/components/page.ts";
import { DateInput } from "@/components/DateInput.tsx";
import { type FilterSpec, type ListView, namesOf } from "@/lib/panel/list/list_view.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { writeDecimal } from "@/lib/panel/page/numbers.ts";

interface RangeInputsProps {
  filter: FilterSpec;
  view: ListView;
}

/** The two ends of a filter of days or amounts; both count, and either may be left empty. */
export function RangeInputs({ filter, view: { params } }: RangeInputsProps) {
  const { language } = usePage();
  const words = useWords(listWords);
  const isDays = filter.kind === "days";
  return (
    <>
      {namesOf(filter).map((name, index) => (
        <label key={name} class="mb-2 block text-label">
          {index === 0 ? words.from : words.to}
          {isDays
            ? (
              <DateInput
                type="date"
                name={name}
                class="control mt-1"
                value={params[name]?.slice(0, 10) ?? ""}
              />
            )
            : (
              <input
                type="text"
                inputMode="decimal"
                name={name}
                class="control mt-1 text-right tabular-nums"
                value={writeDecimal(params[name] ? Number(params[name]) : null, language)}
                data-most={20}
                dir="auto"
                pattern="[0-9][0-9.,\s]*"
                title={words.amountForm}
                placeholder={index === 0 ? "0" : ""}
                autocomplete="off"
              />
            )}
        </label>
      ))}
    </>
  );
}
