import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Attached } from "@/lib/panel/composer/files/attachments.ts";
import { attachWords } from "@/lib/panel/composer/files/attach_words.ts";
import { sizeText } from "@/lib/words/size.ts";

interface AttachedFilesProps {
  files: Attached[];
  onRemove(key: string): void;
}

/** The files of what is being written, each with how far it is and a way to take it off. */
export function AttachedFiles({ files, onRemove }: AttachedFilesProps) {
  const { language } = usePage();
  const words = useWords(attachWords);
  return (
    <ul class="attached mt-1 text-meta" aria-label={words.files}>
      {files.map(({ key, name, size, sent, id, error }) => (
        <li key={key} class="flex min-h-10 items-center gap-2 border-b border-line">
          <span class="min-w-0 flex-1">
            <span class="block truncate" title={name}>
              <bdi>{name}</bdi> <span class="text-soft">{sizeText(size, language)}</span>
            </span>
            {error && <span class="block text-danger-text" role="alert">{error}</span>}
            {!id && !error && (
              <progress
                class="upload-progress mt-1"
                aria-label={words.sending(name)}
                {...(sent < 1 ? { value: sent } : {})}
              />
            )}
          </span>
          <button
            type="button"
            class="button button-plain button-icon text-soft"
            title={words.remove(name)}
            onClick={() =>
              onRemove(key)}
          >
            <Icon name="x" />
            <span class="sr-only">{words.remove(name)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
