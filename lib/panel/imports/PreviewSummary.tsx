import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Figures } from "@/lib/panel/record/RecordPage.tsx";
import {
  type Choices,
  countsOf,
  type ImportNoun,
  type Preview,
  type Shown,
} from "@/lib/panel/imports/import_page.ts";
import type { ImportState } from "@/lib/panel/imports/use_import.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { locales } from "@/lib/words/language.ts";

interface PreviewSummaryProps {
  noun: ImportNoun;
  preview: Preview;
  state: ImportState;
}

const encodings: Record<string, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};

/** How many rows do what, what the importer may choose, and the button that imports. */
export function PreviewSummary({ noun, preview, state }: PreviewSummaryProps) {
  const { language } = usePage();
  const words = useWords(importPageWords);
  const { errors, format, encoding, delimiter } = preview;
  const counts = countsOf(preview.counts, state.choices);
  const number = new Intl.NumberFormat(locales[language], { useGrouping: "always" });
  const going = counts.new + counts.changed;
  const why = errors.some(({ row }) => row === 1)
    ? words.whyNot.header
    : counts.wrong > 0 && state.choices.invalid === "refuse"
    ? words.whyNot.errors
    : going === 0
    ? words.whyNot.empty
    : undefined;
  return (
    <section class="space-y-3">
      <div class="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <Counts counts={counts} state={state} />
        <div class="flex flex-col gap-1 max-md:w-full">
          <button
            type="button"
            class={`button ${why ? "" : "button-primary"}`}
            aria-disabled={why ? "true" : undefined}
            aria-describedby={why ? "import-why" : undefined}
            onClick={() => !why && state.commit()}
          >
            {going === 1 ? words.commitOne : words.commit(number.format(going))}
          </button>
        </div>
      </div>
      {why && <p id="import-why" class="text-meta text-soft">{why}.</p>}
      <p class="text-meta text-soft">
        {format === "csv" && delimiter
          ? `${encodings[encoding] ?? encoding}, ${words.delimiters[delimiter]}`
          : words.formats[format]}
      </p>
      {preview.sheets.length > 1 && <SheetChoice preview={preview} state={state} />}
      <Choice
        name="duplicates"
        legend={words.ifDuplicate}
        values={words.duplicates}
        state={state}
      />
      <Choice name="invalid" legend={words.ifInvalid} values={words.invalid} state={state} />
      {noun === "products" && preview.columns.every(({ field }) => field !== "unit_price") && (
        <label class="flex min-h-8 items-center gap-2 text-meta">
          <input
            type="checkbox"
            class="accent-accent"
            checked={state.choices.price !== undefined}
            onChange={(event) =>
              state.choosing({ price: event.currentTarget.checked ? "0" : undefined })}
          />
          {words.free}
        </label>
      )}
      {state.choices.duplicates === "update" && (
        <p class="max-w-prose text-meta text-soft">{words.known[noun]} {words.empties}</p>
      )}
    </section>
  );
}

interface CountsProps {
  counts: ReturnType<typeof countsOf>;
  state: ImportState;
}

/** How many rows the file has of each sort. */
function Counts({ counts, state }: CountsProps) {
  const { language } = usePage();
  const words = useWords(importPageWords);
  const number = new Intl.NumberFormat(locales[language], { useGrouping: "always" });
  const figure = (outcome: Shown, colour = "") => ({
    name: words.outcomes[outcome],
    value: (
      <span class={counts[outcome] > 0 ? colour : "text-soft"}>
        {number.format(counts[outcome])}
      </span>
    ),
  });
  return (
    <Figures
      figures={[
        { name: words.rows, value: number.format(counts.all) },
        figure("new", "text-success-text"),
        ...state.choices.duplicates === "update"
          ? [figure("changed", "text-info-text"), figure("same")]
          : [figure("left_out", "text-warning-text")],
        figure("wrong", "text-danger-text"),
        ...counts.remarks > 0 ? [figure("remarks", "text-warning-text")] : [],
      ]}
    />
  );
}

function SheetChoice({ preview, state }: Omit<PreviewSummaryProps, "noun">) {
  const words = useWords(importPageWords);
  return (
    <label class="inline-flex items-center gap-3 text-meta">
      {words.sheet}
      <select
        class="control"
        value={preview.sheet ?? ""}
        onChange={({ currentTarget }) => state.chooseSheet(currentTarget.value)}
      >
        {preview.sheets.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}

type RadioName = "duplicates" | "invalid";

interface ChoiceProps<Name extends RadioName> {
  name: Name;
  legend: ComponentChildren;
  values: Record<Choices[Name], string>;
  state: ImportState;
}

function Choice<Name extends RadioName>(
  { name, legend, values, state }: ChoiceProps<Name>,
) {
  return (
    <fieldset class="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta">
      <legend class="mr-4 md:float-left">{legend}</legend>
      {Object.entries<string>(values).map(([value, text]) => (
        <label key={value} class="inline-flex min-h-8 items-center gap-2">
          <input
            type="radio"
            name={name}
            class="accent-accent"
            checked={state.choices[name] === value}
            onChange={() =>
              state.choosing({ [name]: value })}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
