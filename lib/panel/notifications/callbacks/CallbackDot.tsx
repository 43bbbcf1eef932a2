import { usePage } from "@/components/page.ts";
import { speak } from "@/lib/words/language.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";

const colours = {
  pending: "bg-warning-solid",
  delivered: "bg-success-solid",
  failed: "bg-danger-solid",
  gone: "bg-danger-solid",
};
export type CallbackStatus = keyof typeof colours;

/** A dot and a word. */
export function CallbackDot({ status }: { status: CallbackStatus }) {
  const { language } = usePage();
  return (
    <span class="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span class={`size-1.5 shrink-0 rounded-full ${colours[status]}`} aria-hidden="true" />
      {speak(callbackWords, language).statuses[status]}
    </span>
  );
}
