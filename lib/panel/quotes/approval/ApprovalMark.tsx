import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import type { ApprovalState } from "@/lib/sales/quotes/approval/approval_states.ts";

const marks = {
  needed: { icon: "lock", look: "text-soft" },
  asked: { icon: "clock", look: "text-warning-text" },
  given: { icon: "check", look: "text-success-text" },
  refused: { icon: "x", look: "text-danger-text" },
} as const;

interface ApprovalMarkProps {
  approval: { state: ApprovalState; approver: { name: string | null } | null };
}

/** Approval state of a draft, for a list. */
export function ApprovalMark({ approval: { state, approver } }: ApprovalMarkProps) {
  const { language } = usePage();
  const { icon, look } = marks[state];
  const words = approvalWords.states[state][language];
  const title = state === "asked" && approver ? `${words}: ${approver.name}` : words;
  return (
    <span class="inline-flex" title={title}>
      <Icon name={icon} class={look} />
      <span class="sr-only">{title}</span>
    </span>
  );
}
