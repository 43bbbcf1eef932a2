import { useWords } from "@/components/page.ts";
import { saleWords } from "@/lib/panel/sales/words.ts";

interface DeliveryBarProps {
  delivery: { tasks: number; done: number };
}

/** How much of a sale is delivered, in words and as a bar. */
export function DeliveryBar({ delivery: { tasks, done } }: DeliveryBarProps) {
  const words = useWords(saleWords);
  if (tasks === 0) return <span class="text-soft">{words.noTasks}</span>;
  const share = Math.round(done / tasks * 100);
  return (
    <span class="inline-flex items-center gap-2 whitespace-nowrap tabular-nums">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" class="h-1.5 w-16" aria-hidden="true">
        <rect width="100" height="6" rx="3" class="fill-sunken" />
        {done > 0 && (
          <rect
            width={share}
            height="6"
            rx="3"
            class={done === tasks ? "fill-success-solid" : "fill-accent"}
          />
        )}
      </svg>
      {words.delivered(done, tasks)}
    </span>
  );
}
