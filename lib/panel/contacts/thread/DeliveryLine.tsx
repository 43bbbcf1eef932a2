import { useWords } from "@/components/page.ts";
import { deliveryWords } from "@/lib/panel/record/delivery/delivery_words.ts";
import {
  type DeliveryProps,
  DeliveryStanding,
} from "@/lib/panel/record/delivery/DeliveryStanding.tsx";

/** Delivery state of a message, since when, and what can be done about it. */
export function DeliveryLine({ id, delivery }: DeliveryProps & { id: number }) {
  const { state, can, next_attempt_at: next } = delivery;
  const { verbs } = useWords(deliveryWords);
  // Until then it can be taken back; the page is drawn anew when that is over.
  const until = can.includes("cancel") && next ? next.toISOString() : undefined;
  return (
    <p class="delivery" data-state={state} data-until={until}>
      <DeliveryStanding delivery={delivery} />
      {can.map((verb) => (
        <button
          key={verb}
          type="button"
          class="delivery-verb"
          data-verb={verb}
          data-of={id}
          data-opens={verb === "resend" || verb === "settle" ? "" : undefined}
        >
          {verbs[verb]}
        </button>
      ))}
    </p>
  );
}
