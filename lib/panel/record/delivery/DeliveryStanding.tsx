import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import type { toDelivery } from "@/lib/channels/out/deliveries.ts";
import { formatHour } from "@/lib/values/dates.ts";
import { deliveryWords } from "@/lib/panel/record/delivery/delivery_words.ts";

export type Delivery = NonNullable<ReturnType<typeof toDelivery>>;

export interface DeliveryProps {
  delivery: Delivery;
}

/** Delivery state of a message, since when, and what went wrong. */
export function DeliveryStanding({ delivery }: DeliveryProps) {
  const { state, error, note } = delivery;
  const isBad = state === "failed" || state === "uncertain" || state === "partly";
  return (
    <>
      <Mark state={state} />
      <span class={isBad ? "text-danger-text" : "text-soft"}>
        <State delivery={delivery} />
        {state === "partly" ? <Missing delivery={delivery} /> : error && `: ${error}`}
        {note && <bdi>{` (${note})`}</bdi>}
      </span>
    </>
  );
}

function Mark({ state }: { state: Delivery["state"] }) {
  if (state === "read") return <Icon name="check-check" class="text-accent" />;
  if (state === "delivered") return <Icon name="check-check" class="text-soft" />;
  if (state === "sent") return <Icon name="check" class="text-soft" />;
  if (state === "failed" || state === "uncertain" || state === "partly") {
    return <Icon name="triangle-alert" class="text-danger-text" />;
  }
  return <Icon name={state === "cancelled" ? "x" : "clock"} class="text-soft" />;
}

function State({ delivery }: DeliveryProps) {
  const page = usePage();
  const { state, at, attempts, next_attempt_at: next } = delivery;
  const words = useWords(deliveryWords);
  if (state === "sending") return <>{words.sending}</>;
  if (state === "queued") {
    if (next === null) return <>{words.onHold}</>;
    return <>{attempts > 0 ? words.again(formatHour(next, page)) : words.leaving}</>;
  }
  return (
    <>
      {words.states[state]} <Time at={at} />
    </>
  );
}

/** Lists who does not have the message, and why. */
function Missing({ delivery: { recipients, next_attempt_at: next } }: DeliveryProps) {
  const page = usePage();
  const words = useWords(deliveryWords);
  return (
    <>
      {recipients.filter(({ state }) => state !== "sent").map(({ address, state, error }) => (
        <span key={address} class="block break-words">
          {state === "queued" && next
            ? words.missingAgain(address, formatHour(next, page))
            : words.missing(address)}
          {error && `: ${error}`}
        </span>
      ))}
    </>
  );
}
