import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { CompanyMark } from "@/lib/phone/parts/CompanyMark.tsx";
import { Sheet } from "@/lib/phone/parts/Sheet.tsx";
import { formatDay } from "@/lib/values/dates.ts";
import type { Pairing } from "@/lib/phone/pairing.ts";
import { unpairPhone } from "@/lib/phone/pairings.ts";
import { dueAt } from "@/lib/phone/outbox_item.ts";
import { useStore } from "@/lib/phone/page/hooks.ts";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { type PhoneState, say } from "@/lib/phone/page/state.ts";
import { conversations } from "@/lib/phone/conversations/state.ts";
import { speak } from "@/lib/words/language.ts";
import { phoneSettingsWords } from "@/lib/words/phone/settings.ts";

export function PairingRows({ state }: { state: PhoneState }) {
  const { pairings, outbox, language } = state;
  const { sends } = useStore(conversations);
  const words = speak(phoneSettingsWords, language).pairings;
  const [leaving, setLeaving] = useState<Pairing | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const ask = (pairing: Pairing | null) => {
    setFailed(false);
    setLeaving(pairing);
  };
  const close = () => ask(null);
  /** The question stays until there is an answer, and says why there is none. */
  const unpair = async (pairing: Pairing) => {
    setBusy(true);
    setFailed(false);
    const isDone = await unpairPhone(pairing);
    setBusy(false);
    if (!isDone) return setFailed(true);
    close();
    say(words.unpaired(pairing.company.name));
  };
  const isOfAsked = ({ device }: { device: string }) => device === leaving?.deviceId;
  const unsent = sends.filter(isOfAsked).length +
    outbox.filter((item) => isOfAsked(item) && dueAt(item) !== null).length;
  return (
    <>
      <ul class="pairings">
        {pairings.map((pairing) => (
          <li key={pairing.deviceId}>
            <CompanyMark company={pairing.company} />
            <div>
              <p class="strong" dir="auto">{pairing.company.name}</p>
              <p dir="auto">{words.as(pairing.userId)}</p>
              <p class="soft">
                <bdi>{pairing.name}</bdi> ·{" "}
                {words.since(formatDay(pairing.createdAt.slice(0, 10), language))}
              </p>
            </div>
            <button
              type="button"
              class="button"
              aria-label={words.unpair(pairing.company.name)}
              onClick={() => ask(pairing)}
            >
              {words.unpairShort}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button"
        onClick={() => goTo({ name: "pair", code: null })}
      >
        <Icon name="plus" class="icon" />
        {words.add}
      </button>
      {leaving && (
        <Sheet title={words.ask.title(leaving.company.name)} onClose={close}>
          <p>{words.ask.text}</p>
          {unsent > 0 && <p class="strong">{words.ask.unsent(unsent)}</p>}
          {isFailed && <p class="failure" role="alert">{words.unpairFailed}</p>}
          <div class="choices">
            <button
              type="button"
              class="button button-danger"
              disabled={isBusy}
              onClick={() => unpair(leaving)}
            >
              {words.ask.button}
            </button>
            <button type="button" class="button" onClick={close}>{words.ask.cancel}</button>
          </div>
        </Sheet>
      )}
    </>
  );
}
