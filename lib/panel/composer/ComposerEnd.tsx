import { Icon } from "@/components/Icon.tsx";
import { isSent, takesFiles } from "@/lib/panel/composer/touches.ts";
import type { useComposer } from "@/lib/panel/composer/use_composer.ts";
import { Ways } from "@/lib/panel/composer/Ways.tsx";
import { composerWords } from "@/lib/panel/composer/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface ComposerEndProps {
  composer: ReturnType<typeof useComposer>;
  hasTemplates: boolean;
  /** Opens the templates. */
  onAsk(): void;
  email?: string | null;
  whatsapp?: string | null;
  language: Language;
}

/** Below the text: what it goes by, templates, files, and the button that sends it. */
export function ComposerEnd(props: ComposerEndProps) {
  const { composer, hasTemplates, onAsk, email, whatsapp, language } = props;
  const { touch, text, accounts, via, isSending, attach, choosesVia } = composer;
  const words = speak(composerWords, language);
  return (
    <div class="composer-end">
      {isSent(touch) && accounts.length > 0 && (
        <select
          class="control composer-via"
          aria-label={words.via}
          value={String(via ?? "")}
          onChange={({ currentTarget: { value } }) =>
            choosesVia(value === "" ? null : Number(value))}
        >
          {accounts.map(({ id, name, isPaused }) => (
            <option key={id} value={String(id)} selected={id === via}>
              {isPaused ? words.pausedAccount(name) : name}
            </option>
          ))}
          {touch === "reply" && (
            <option value="" selected={via === null}>{words.onlyRecord}</option>
          )}
        </select>
      )}
      {hasTemplates && (
        <button
          type="button"
          class="button button-plain button-icon text-soft"
          title={words.templates}
          onClick={onAsk}
        >
          <span aria-hidden="true">/</span>
          <span class="sr-only">{words.templates}</span>
        </button>
      )}
      {takesFiles(touch) && (
        <label class="button button-plain button-icon composer-attach" title={words.attach}>
          <input
            type="file"
            multiple
            class="sr-only"
            onChange={({ currentTarget: input }) => {
              attach([...input.files ?? []]);
              // The same one may be chosen again once it was taken off.
              input.value = "";
            }}
          />
          <Icon name="paperclip" />
          <span class="sr-only">{words.attach}</span>
        </label>
      )}
      {touch === "reply" && via === null && (
        <Ways text={text} email={email} whatsapp={whatsapp} language={language} />
      )}
      <button
        type="submit"
        class="button button-primary ml-auto"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={isSending}
      >
        {isSending && <Icon name="loader-circle" class="animate-spin" />}
        {via === null ? words.buttons[touch] : words.send}
      </button>
    </div>
  );
}
