import { signInWords } from "@/gateway/words/pages.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Props {
  language: Language;
  /** What the script does with it. */
  does: "sign-in" | "link" | "add";
  label: string;
  /** Where to go afterwards; already checked. */
  to?: string;
  /** Token of the invitation that it is about. */
  link?: string;
  plain?: boolean;
}

/** A button that asks the device for a passkey; the script of these pages does it. */
export function PasskeyForm({ language, does, label, to, link, plain }: Props) {
  const words = speak(signInWords, language);
  const { cancelled, already, offline, waiting, noPasskeys } = words;
  return (
    <form
      class="passkey"
      method="post"
      data-passkey={does}
      data-words={JSON.stringify({ cancelled, already, offline, waiting, noPasskeys })}
    >
      {to && <input type="hidden" name="to" value={to} />}
      {link && <input type="hidden" name="link" value={link} />}
      <button type="submit" class={plain ? "button" : "button button-primary"}>{label}</button>
      <noscript>
        <p class="hint">{words.noScript}</p>
      </noscript>
      <p class="said" role="status" aria-live="polite" hidden></p>
    </form>
  );
}
