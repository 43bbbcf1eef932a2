import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { quoteDeliveryWords } from "@/lib/panel/quotes/delivery_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Delivery {
  state: Exclude<keyof typeof quoteDeliveryWords.states, "held" | "again">;
  attempts: number;
  next_attempt_at: unknown;
}

const marks: Record<Delivery["state"], { icon: IconName; look: string }> = {
  queued: { icon: "clock", look: "text-soft" },
  sending: { icon: "clock", look: "text-soft" },
  sent: { icon: "check", look: "text-soft" },
  partly: { icon: "triangle-alert", look: "text-warning-text" },
  delivered: { icon: "check", look: "text-success-text" },
  read: { icon: "check", look: "text-success-text" },
  failed: { icon: "triangle-alert", look: "text-danger-text" },
  uncertain: { icon: "triangle-alert", look: "text-warning-text" },
  cancelled: { icon: "x", look: "text-soft" },
};

/** Delivery state of a quotation's message, in words. */
export function sayDelivery({ state, attempts, next_attempt_at }: Delivery, language: Language) {
  const { states } = speak(quoteDeliveryWords, language);
  if (state !== "queued") return states[state];
  if (next_attempt_at === null) return states.held;
  return attempts > 0 ? states.again : states.queued;
}

/** The same as a mark, for a list. */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const { language } = usePage();
  const title = sayDelivery(delivery, language);
  return (
    <span class="inline-flex" title={title}>
      <DeliveryIcon state={delivery.state} />
      <span class="sr-only">{title}</span>
    </span>
  );
}

export function DeliveryIcon({ state }: Pick<Delivery, "state">) {
  const { icon, look } = marks[state];
  return <Icon name={icon} class={look} />;
}
