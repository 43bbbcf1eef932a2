import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { IphoneSteps } from "@/lib/phone/parts/pairing/IphoneSteps.tsx";
import { Scanner } from "@/lib/phone/parts/pairing/Scanner.tsx";
import { hourOf } from "@/lib/phone/inbox/days.ts";
import { goTo, replaceWith } from "@/lib/phone/page/navigation.ts";
import { canScan } from "@/lib/phone/page/scanner.ts";
import { type PhoneState, say } from "@/lib/phone/page/state.ts";
import { isCode, normaliseCode } from "@/lib/input/pairing_code.ts";
import { spacedCode } from "@/lib/phone/pairing.ts";
import { pairPhone } from "@/lib/phone/pairings.ts";
import { isInstalled, isIos } from "@/lib/phone/platform.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phonePairingWords } from "@/lib/words/phone/pairing.ts";

interface PairPageProps {
  state: PhoneState;
  /** The code of the link or the QR code that opened the page. */
  initialCode: string | null;
}

type Camera = "unknown" | "can" | "cannot" | "on" | "failed";

/** Pairs this browser: the code comes by a link, by the camera or by hand. */
export function PairPage({ state, initialCode }: PairPageProps) {
  const { language, pairings } = state;
  const words = speak(phonePairingWords, language);
  // A pairing in Safari does not carry over to the home screen's app.
  const [isIphoneFirst, setIphoneFirst] = useState(() => isIos() && !isInstalled());
  const pairing = usePairing(language, initialCode);
  const [camera, setCamera] = useState<Camera>("unknown");
  useEffect(() => {
    void canScan().then((can) => setCamera(can ? "can" : "cannot"));
  }, []);
  if (isIphoneFirst) {
    return (
      <IphoneSteps
        language={language}
        code={initialCode}
        onAnyway={() => setIphoneFirst(false)}
      />
    );
  }
  return (
    <div class="pair">
      {pairings.length === 0 && <p class="lead">{words.welcome}</p>}
      <p class="soft">{words.intro}</p>
      {camera === "on"
        ? (
          <Scanner
            language={language}
            onCode={(scanned) => {
              setCamera("can");
              pairing.setCode(scanned);
              void pairing.pair(scanned);
            }}
            onStop={() => setCamera("can")}
            onFailure={() => setCamera("failed")}
          />
        )
        : (
          <PairForm
            pairing={pairing}
            camera={camera}
            language={language}
            onScan={() => setCamera("on")}
          />
        )}
      <p class="pair-foot">
        <a href={`/phone/help?lang=${language}`}>{words.help}</a>
        {pairings.length > 0 && (
          <button
            type="button"
            class="button button-plain"
            onClick={() => goTo({ name: "inbox" })}
          >
            {words.later}
          </button>
        )}
      </p>
    </div>
  );
}

/** The code and the phone's name, and pairing with them. */
function usePairing(language: Language, initialCode: string | null) {
  const words = speak(phonePairingWords, language);
  const [code, setCode] = useState(initialCode ?? "");
  const [name, setName] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (initialCode) setCode(initialCode);
  }, [initialCode]);

  const pair = async (typed: string) => {
    if (isBusy) return;
    const wanted = normaliseCode(typed);
    if (!isCode(wanted)) {
      setFailure(words.badCode);
      return field.current?.focus();
    }
    setBusy(true);
    setFailure(null);
    const outcome = await pairPhone(wanted, name.trim());
    setBusy(false);
    if (outcome.ok) {
      say(words.done(outcome.company));
      return replaceWith({ name: "inbox" });
    }
    setFailure(
      outcome.why === "too-many" ? words.tooMany(hourOf(outcome.until.toISOString(), language)) : {
        "refused": words.refused,
        "offline": words.offline,
        "failed": words.failed,
        "not-kept": words.cookies,
      }[outcome.why],
    );
    field.current?.focus();
  };
  return { code, setCode, name, setName, failure, setFailure, isBusy, field, pair };
}

interface PairFormProps {
  pairing: ReturnType<typeof usePairing>;
  camera: Camera;
  language: Language;
  onScan(): void;
}

function PairForm({ pairing, camera, language, onScan }: PairFormProps) {
  const { code, setCode, name, setName, failure, setFailure, isBusy, field, pair } = pairing;
  const words = speak(phonePairingWords, language);
  const [codeId, nameId] = ["pair-code", "pair-name"];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pair(code);
      }}
    >
      <div class="field">
        <label for={codeId}>{words.code}</label>
        <input
          ref={field}
          id={codeId}
          class="code"
          value={spacedCode(normaliseCode(code))}
          inputMode="text"
          autocomplete="one-time-code"
          autocapitalize="characters"
          // In small letters it is a property, for which "off" is true.
          autoCorrect="off"
          spellcheck={false}
          required
          aria-describedby={`${codeId}-hint`}
          aria-invalid={failure !== null}
          onInput={(event) => {
            setCode(event.currentTarget.value);
            setFailure(null);
          }}
        />
        {failure
          ? <p class="failure" role="alert" id={`${codeId}-hint`}>{failure}</p>
          : <p class="hint" id={`${codeId}-hint`}>{words.codeHint}</p>}
      </div>
      <div class="field">
        <label for={nameId}>
          {words.name} <span class="soft">({words.optional})</span>
        </label>
        <input
          id={nameId}
          value={name}
          data-most={60}
          dir="auto"
          autocomplete="off"
          aria-describedby={`${nameId}-hint`}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <p class="hint" id={`${nameId}-hint`}>{words.nameHint}</p>
      </div>
      <button type="submit" class="button button-primary button-tall" disabled={isBusy}>
        {isBusy ? words.pairing : words.pair}
      </button>
      {camera === "can" && (
        <button
          type="button"
          class="button button-tall"
          onClick={onScan}
        >
          <Icon name="scan-qr-code" class="icon" />
          {words.scan}
        </button>
      )}
      {(camera === "cannot" || camera === "failed") && (
        <p class="hint" role={camera === "failed" ? "status" : undefined}>
          {camera === "failed" ? words.noCamera : words.withCamera}
        </p>
      )}
    </form>
  );
}
