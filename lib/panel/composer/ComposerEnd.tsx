import { usePage, useWords } from "@/components/page.ts";
import type { RefObject } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { isSent, takesFiles } from "@/lib/panel/composer/entry_kinds.ts";
import type { ComposerProps, useComposer } from "@/lib/panel/composer/use_composer.ts";
import { composerWords } from "@/lib/panel/composer/words.ts";
import { later } from "@/lib/panel/page/later.ts";

const PeopleTools = later(() => import("@/lib/panel/composer/PeopleTools.tsx"), "PeopleTools");

interface ComposerEndProps {
  id: string;
  composer: ReturnType<typeof useComposer>;
  area: RefObject<HTMLTextAreaElement>;
  props: ComposerProps;
}

/** Below the text: what writing to people needs, files, and the button that sends it. */
export function ComposerEnd({ id, composer, area, props }: ComposerEndProps) {
  const { companyId, language } = usePage();
  const { kind, via, isSending, attach, isClosed } = composer;
  const { fill, email, whatsapp, subject } = props;
  const words = useWords(composerWords);
  return (
    <div class="composer-end">
      {fill && isSent(kind) && (
        <PeopleTools
          {...{ id, composer, area, fill, email, whatsapp, companyId, language }}
          contactId={subject.contact_id}
        />
      )}
      {takesFiles(kind) && (
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
      <button
        type="submit"
        class="button button-primary ml-auto disabled:opacity-50"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={isSending || isClosed}
        aria-describedby={isClosed ? `${id}-window` : undefined}
      >
        {isSending && <Icon name="loader-circle" class="animate-spin" />}
        {via === null ? words.buttons[kind] : words.send}
      </button>
    </div>
  );
}
