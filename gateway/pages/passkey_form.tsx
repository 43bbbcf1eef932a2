import { signInWords } from "@/gateway/words/pages.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Props {
  language: Language;
  /** Action of the script. */
  does: "sign-in" | "link" | "add";
  label: string;
  /** Path to open afterwards; already checked. */
  to?: string;
  /** Token of the invitation. */
  link?: string;
  plain?: boolean;
}

/** Button with which the pages' script asks the device for a passkey. */
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
      <p class="status" role="status" aria-live="polite" hidden></p>
    </form>
  );
}
