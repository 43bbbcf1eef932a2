import { usePage, useWords } from "@/components/page.ts";
import { useEffect } from "preact/hooks";
import { formatInstant } from "@/lib/values/dates.ts";
import { deliveryWords } from "@/lib/panel/record/delivery/delivery_words.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { DeliveryIcon, sayDelivery } from "@/lib/panel/quotes/parts/DeliveryMark.tsx";
import { quoteDeliveryWords } from "@/lib/panel/quotes/delivery_words.ts";
import { VerbButton } from "@/lib/panel/save/VerbButton.tsx";

interface DeliveryLineProps {
  delivery: NonNullable<QuoteNow["delivery"]>;
}

/** An undo is taken off so long after its end, since clocks differ a little. */
const marginMs = 500;

/** Delivery state of a quotation's message, and what can be done about it. */
export function DeliveryLine(props: DeliveryLineProps) {
  const { href, language, timeZone } = usePage();
  const { delivery } = props;
  const words = useWords(quoteDeliveryWords);
  const verbWords = useWords(deliveryWords);
  const ends = delivery.can.includes("cancel") ? delivery.next_attempt_at : null;

  useEffect(() => {
    if (!ends) return;
    const waitMs = Math.max(0, Date.parse(ends) - Date.now()) + marginMs;
    const timer = setTimeout(() => refreshRegions(["record"]), waitMs);
    return () => clearTimeout(timer);
  }, [ends]);

  const { contact_id, message_id, at, can } = delivery;
  const path = `contacts/${contact_id}/messages/${message_id}`;
  const verb = {
    cancel: { path: `${path}/cancel`, done: verbWords.done.cancel },
    retry: { path: `${path}/retry`, done: verbWords.done.again },
    resend: {
      path: `${path}/resend`,
      json: { confirm: true },
      done: verbWords.done.again,
      confirm: verbWords.resend,
    },
    settle: { path: `${path}/settle`, done: verbWords.done.settle, confirm: verbWords.settle },
  };
  return (
    <div class="flex flex-wrap items-center gap-x-3 gap-y-2 text-meta" data-state={delivery.state}>
      <span class="inline-flex items-center gap-1.5">
        <DeliveryIcon state={delivery.state} />
        <span title={formatInstant(new Date(at), { language, timeZone })}>
          {sayDelivery(delivery, language)}
        </span>
      </span>
      <a
        class="underline decoration-line-strong underline-offset-2 hover:text-text"
        href={href(`/panel/contacts/${contact_id}#message-${message_id}`)}
      >
        {words.openMessage}
      </a>
      {can.map((name) => <VerbButton key={name} {...verb[name]} label={verbWords.verbs[name]} />)}
    </div>
  );
}
