import { Icon } from "@/components/icons/Icon.tsx";
import { spacedCode } from "@/lib/phone/pairing.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phonePairingWords } from "@/lib/words/phone/pairing.ts";

interface IphoneStepsProps {
  language: Language;
  /** The code for the app on the home screen; it is not used here. */
  code: string | null;
  onAnyway(): void;
}

/** Leads to the home screen first, where notifications can reach an iPhone. */
export function IphoneSteps({ language, code, onAnyway }: IphoneStepsProps) {
  const words = speak(phonePairingWords, language).iphone;
  return (
    <div class="pair">
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      <ol class="steps">
        <li>
          <Icon name="share" class="icon" />
          <span>{words.share}</span>
        </li>
        <li>
          <Icon name="plus" class="icon" />
          <span>{words.add}</span>
        </li>
        <li>
          <Icon name="smartphone" class="icon" />
          <span>{words.open}</span>
        </li>
      </ol>
      {code && (
        <p class="shown-code">
          <span class="soft">{words.yourCode}</span>
          <strong>{spacedCode(code)}</strong>
        </p>
      )}
      <p class="pair-foot">
        <a href={`/phone/help?lang=${language}`}>{speak(phonePairingWords, language).help}</a>
        <button type="button" class="button button-plain" onClick={onAnyway}>{words.anyway}</button>
      </p>
    </div>
  );
}
