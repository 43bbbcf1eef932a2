import { usePage } from "@/components/page.ts";
import type { InputHTMLAttributes } from "preact";
import { commonWords } from "@/lib/words/common.ts";

type DateInputProps = InputHTMLAttributes<HTMLInputElement> & {
  type: "date" | "datetime-local";
  value: string;
};

/** The browser's own field for a day; an empty one says a word instead of `mm/dd/yyyy`. */
export function DateInput({ class: className = "control", ...input }: DateInputProps) {
  const { language } = usePage();
  return (
    <span class="date-input">
      <input {...input} class={className} data-empty={input.value === "" ? "" : undefined} />
      <span class="date-word" aria-hidden="true">{commonWords.noDate[language]}</span>
    </span>
  );
}
