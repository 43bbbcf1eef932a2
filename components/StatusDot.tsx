import { usePage } from "@/components/page.ts";
import { type StatusNoun, statusWords } from "@/lib/words/statuses.ts";
import type { Text } from "@/lib/words/language.ts";

/** The same colour for the same meaning everywhere. */
const colours: Record<string, string> = {
  new: "bg-info-solid",
  open: "bg-info-solid",
  pending: "bg-info-solid",
  active: "bg-success-solid",
  sent: "bg-warning-solid",
  in_progress: "bg-warning-solid",
  expired: "bg-danger-solid",
  won: "bg-success-solid",
  approved: "bg-success-solid",
  sold: "bg-success-solid",
  done: "bg-success-solid",
  lost: "bg-danger-solid",
  rejected: "bg-danger-solid",
  cancelled: "bg-danger-solid",
};

interface StatusDotProps {
  noun: StatusNoun;
  status: string;
}

/** A dot and a word; grey for what is over or has not begun. */
export function StatusDot({ noun, status }: StatusDotProps) {
  const { language } = usePage();
  const words = statusWords[noun] as Record<string, Text>;
  return (
    <span class="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        class={`size-1.5 shrink-0 rounded-full ${colours[status] ?? "bg-line-strong"}`}
        aria-hidden="true"
      />
      {words[status]?.[language] ?? status}
    </span>
  );
}
