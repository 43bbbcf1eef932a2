import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { FileRecord } from "@/lib/files/file.ts";
import { fileWords } from "@/lib/panel/record/files/words.ts";
import { sizeText } from "@/lib/words/size.ts";

interface FileListProps {
  files: FileRecord[];
  /** The message whose files can be fetched again; the thread's buttons listen. */
  messageId?: number;
}

/** Files of a message or a note: pictures, sound and video in place, PDF in a new tab, else to save. */
export function FileList({ files, messageId }: FileListProps) {
  const { language } = usePage();
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label={fileWords.files[language]}>
      {files.map((file) => (
        <li key={file.id}>
          <File file={file} messageId={messageId} />
        </li>
      ))}
    </ul>
  );
}

function File({ file, messageId }: Omit<FileListProps, "files"> & { file: FileRecord }) {
  const page = usePage();
  const { language } = page;
  const { id, name, type, size, inline, left_out_reason: reason } = file;
  const words = useWords(fileWords);
  const href = page.href(`/api/admin/files/${id}`);
  const kind = inline ? type.split("/")[0] : "other";
  if (file.coming) return <p class="text-label text-soft">{words.coming(name)}</p>;
  if (reason) return <LeftOut file={file} reason={reason} messageId={messageId} />;
  if (kind === "image") {
    return (
      <a href={href} target="_blank" rel="noopener" title={words.opens(name)} data-no-prefetch>
        <img class="file-picture" src={href} alt={name} loading="lazy" data-fresh-disable-lock />
      </a>
    );
  }
  if (kind === "audio") {
    return (
      <figure>
        <audio
          class="h-11 max-w-full"
          controls
          preload="none"
          src={href}
          aria-label={name}
          data-sound={type}
          data-fresh-disable-lock
        />
        <Caption name={name} size={size} />
        <a class="file mt-1 w-fit" href={href} download={name} data-no-prefetch>
          <Icon name="download" />
          <span class="sr-only">{words.saves(name)}</span>
          <span aria-hidden="true">{words.save}</span>
        </a>
      </figure>
    );
  }
  if (kind === "video") {
    return (
      <figure>
        <video
          class="file-picture"
          controls
          preload="metadata"
          src={href}
          aria-label={name}
          data-fresh-disable-lock
        />
        <Caption name={name} size={size} />
      </figure>
    );
  }
  const opens = inline ? { target: "_blank", rel: "noopener" } : { download: name };
  return (
    <a
      class="file"
      href={href}
      title={inline ? words.opens(name) : words.saves(name)}
      data-no-prefetch
      {...opens}
    >
      <Icon name={inline ? "file-text" : "download"} class="text-soft" />
      <bdi class="min-w-0 truncate font-medium">{name}</bdi>
      <span class="shrink-0 text-soft">{sizeText(size, language)}</span>
    </a>
  );
}

interface LeftOutProps extends Pick<FileListProps, "messageId"> {
  file: FileRecord;
  reason: NonNullable<FileRecord["left_out_reason"]>;
}

function LeftOut({ file: { id, name }, reason, messageId }: LeftOutProps) {
  const words = useWords(fileWords);
  return (
    <p class="flex flex-wrap items-center gap-x-2 text-label">
      <span class="text-warning-text">{words.leftOut[reason](name)}</span>
      {messageId !== undefined && (reason === "unreachable" || reason === "no_room") && (
        <button
          type="button"
          class="button button-plain"
          data-verb="fetch"
          data-of={`${messageId}/files/${id}`}
          aria-label={words.fetchOne(name)}
        >
          {words.fetch}
        </button>
      )}
    </p>
  );
}

function Caption({ name, size }: { name: string; size: number }) {
  const { language } = usePage();
  return (
    <figcaption class="truncate text-label text-soft">
      <bdi>{name}</bdi> {sizeText(size, language)}
    </figcaption>
  );
}
