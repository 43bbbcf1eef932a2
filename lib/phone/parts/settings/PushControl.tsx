import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { prefer, preferences } from "@/lib/phone/page/preferences.ts";
import { phone, type PhoneState, say } from "@/lib/phone/page/state.ts";
import { pushState, turnPushOff, turnPushOn } from "@/lib/phone/push.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phonePairingWords } from "@/lib/words/phone/pairing.ts";
import { phoneSettingsWords } from "@/lib/words/phone/settings.ts";

/** Suggests, once there is something to hear of, to let notifications reach a closed app. */
export function PushSuggestion({ state }: { state: PhoneState }) {
  const [isLater, setLater] = useState(() => preferences().pushLater);
  const { push, pairings, language } = state;
  const isOffered = pairings.some(({ pushKey }) => pushKey !== null);
  const isWorthIt = push === "default" || push === "off" || push === "needs-install" ||
    push === "denied";
  if (!isWorthIt || !isOffered || isLater) return null;
  const later = () => {
    prefer({ pushLater: true });
    setLater(true);
  };
  return (
    <section class="suggestion">
      <Icon name={push === "denied" ? "bell-off" : "bell"} class="icon" />
      <div>
        <PushText state={state} isSuggestion />
      </div>
      <div class="choices">
        {(push === "default" || push === "off") && <PushButton language={language} />}
        <button type="button" class="button" onClick={later}>
          {push === "denied"
            ? speak(phonePairingWords, language).understood
            : speak(phonePairingWords, language).later}
        </button>
      </div>
    </section>
  );
}

/** Shows whether pushes reach this phone while the app is closed, and changes it. */
export function PushControl({ state }: { state: PhoneState }) {
  const { push, pairings, language } = state;
  const words = speak(phoneSettingsWords, language).push;
  const [isBusy, setBusy] = useState(false);
  const isOffered = pairings.some(({ pushKey }) => pushKey !== null);
  const turnOff = async () => {
    setBusy(true);
    await turnPushOff(pairings);
    phone.set({ push: await pushState() });
    setBusy(false);
    say(words.offDone);
  };
  return (
    <>
      <PushText state={state} />
      {isOffered && (push === "default" || push === "off") && <PushButton language={language} />}
      {push === "on" && (
        <button type="button" class="button" disabled={isBusy} onClick={turnOff}>
          {isBusy ? words.turning : words.turnOff}
        </button>
      )}
    </>
  );
}

function PushText({ state, isSuggestion = false }: { state: PhoneState; isSuggestion?: boolean }) {
  const { push, pairings, language } = state;
  const words = speak(phoneSettingsWords, language).push;
  const title = (text: string) => isSuggestion ? <h2>{text}</h2> : <p class="strong">{text}</p>;
  if (pairings.length > 0 && pairings.every(({ pushKey }) => pushKey === null)) {
    return <p>{words.unavailable}</p>;
  }
  switch (push) {
    case "denied":
      return (
        <>
          {title(words.denied.title)}
          <p>{words.denied.text}</p>
        </>
      );
    case "needs-install":
      return (
        <>
          {title(words.install.title)}
          <p>{words.install.text}</p>
        </>
      );
    case "unsupported":
      return <p>{words.unsupported}</p>;
    case "on":
      return <p>{words.on}</p>;
    default:
      return (
        <>
          {!isSuggestion && push === "off" && <p>{words.off}</p>}
          <p>{words.why}</p>
        </>
      );
  }
}

/** Asks for the permission: only ever after this tap. */
function PushButton({ language }: { language: Language }) {
  const words = speak(phoneSettingsWords, language).push;
  const [isBusy, setBusy] = useState(false);
  const turnOn = async () => {
    setBusy(true);
    const outcome = await turnPushOn(phone.get().pairings);
    phone.set({ push: await pushState() });
    setBusy(false);
    if (outcome.ok) return say(words.done);
    // A refusal is explained where the button was; a question that was closed needs no word.
    if (outcome.why === "denied" || outcome.why === "dismissed") return;
    say(outcome.why === "server-off" ? words.unavailable : words.failed, true);
  };
  return (
    <button type="button" class="button button-primary" disabled={isBusy} onClick={turnOn}>
      {isBusy ? words.turning : words.turnOn}
    </button>
  );
}
