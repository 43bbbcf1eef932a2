import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { locales } from "@/lib/words/language.ts";

interface DropZoneProps {
  /** The file that is there already, and its size. */
  name: string | null;
  size: string | null;
  limits: { bytes: number; rows: number };
  isBusy: boolean;
  onChoose(file: File): void;
}

/** A place to choose a file or to drop one; the same field takes the corrected one. */
export function DropZone({ name, size, limits, isBusy, onChoose }: DropZoneProps) {
  const { language } = usePage();
  const words = useWords(importPageWords);
  const rows = new Intl.NumberFormat(locales[language], { useGrouping: "always" })
    .format(limits.rows);
  const hover = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    (event.currentTarget as HTMLElement).toggleAttribute("data-over", is);
  };
  return (
    <label
      class={name ? "drop-zone drop-zone-filled" : "drop-zone"}
      onDragOver={hover(true)}
      onDragLeave={hover(false)}
      onDrop={(event) => {
        hover(false)(event);
        const file = event.dataTransfer?.files[0];
        if (file && !isBusy) onChoose(file);
      }}
    >
      <input
        type="file"
        accept=".csv,.tsv,.txt,.vcf,.xlsx,text/csv,text/plain,text/vcard"
        class="sr-only"
        disabled={isBusy}
        onChange={(event) => {
          const input = event.currentTarget;
          const file = input.files?.[0];
          // The same name may be chosen again once the file is corrected.
          if (file) onChoose(file);
          input.value = "";
        }}
      />
      <Icon name={name ? "file-text" : "upload"} class="size-5 shrink-0 text-soft" />
      {name
        ? (
          <>
            <span class="min-w-0 flex-1 truncate">
              <span class="font-medium">{name}</span> <span class="text-soft">{size}</span>
            </span>
            <span class="button pointer-events-none">{words.chooseOther}</span>
          </>
        )
        : (
          <>
            <span>
              <span class="font-medium text-accent underline underline-offset-2">
                {words.choose}
              </span>{" "}
              {words.orDrop}
            </span>
            <span class="text-meta text-soft">
              {words.limits(Math.round(limits.bytes / 1024 / 1024), rows)}
            </span>
          </>
        )}
    </label>
  );
}
