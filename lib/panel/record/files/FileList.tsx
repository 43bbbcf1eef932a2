import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { FileRecord } from "@/lib/files/file.ts";
import { fileWords } from "@/lib/panel/record/files/words.ts";
import { sizeText } from "@/lib/words/size.ts";

interface FileListProps {
  files: FileRecord[];
}

/** Files of a message or a note: pictures, sound and video in place, PDF in a new tab, else to save. */
export function FileList({ files }: FileListProps) {
  const { language } = usePage();
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label={fileWords.files[language]}>
      {files.map((file) => (
        <li key={file.id}>
          <File file={file} />
        </li>
      ))}
    </ul>
  );
}

function File({ file }: Omit<FileListProps, "files"> & { file: FileRecord }) {
  const page = usePage();
  const { language } = page;
  const { id, name, type, size, inline, left_out_reason: reason } = file;
  const words = useWords(fileWords);
  const href = page.href(`/api/admin/files/${id}`);
  const kind = inline ? type.split("/")[0] : "other";
  if (reason) return <p class="text-label text-warning-text">{words.leftOut[reason](name)}</p>;
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
          data-fresh-disable-lock
        />
        <Caption name={name} size={size} />
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

function Caption({ name, size }: { name: string; size: number }) {
  const { language } = usePage();
  return (
    <figcaption class="truncate text-label text-soft">
      <bdi>{name}</bdi> {sizeText(size, language)}
    </figcaption>
  );
}
