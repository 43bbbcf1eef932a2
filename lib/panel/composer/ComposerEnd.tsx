import { usePage, useWords } from "@/components/page.ts";
import type { RefObject } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { isClosed } from "@/lib/panel/composer/apps/standing.ts";
import type { AppTemplate } from "@/lib/panel/composer/apps/template_text.ts";
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
  onTemplate(template: AppTemplate): void;
}

/** Below the text: what writing to people needs, files, and the button that sends it. */
export function ComposerEnd({ id, composer, area, props, onTemplate }: ComposerEndProps) {
  const { companyId, language } = usePage();
  const { kind, via, isSending, attach, sender } = composer;
  const isOver = isClosed(sender?.meta ?? null, new Date());
  const { fill, email, whatsapp, subject } = props;
  const words = useWords(composerWords);
  return (
    <div class="composer-end">
      {fill && isSent(kind) && (
        <PeopleTools
          {...{ id, composer, area, fill, email, whatsapp, companyId, language }}
          onTemplate={subject.contact_id === undefined ? null : onTemplate}
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
        class="button button-primary ml-auto"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        disabled={isSending || isOver}
        aria-describedby={isOver ? `${id}-window` : undefined}
      >
        {isSending && <Icon name="loader-circle" class="animate-spin" />}
        {via === null ? words.buttons[kind] : words.send}
      </button>
    </div>
  );
}
