import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import { formatDue, type TimeFormat } from "@/lib/values/dates.ts";
import { type ImportNoun, listOfMade } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { locales, speak } from "@/lib/words/language.ts";

/** An import as it is read from the database. */
export interface PastImportRow {
  id: number;
  noun: ImportNoun;
  file_name: string | null;
  created_at: Date;
  created_by: { name: string | null } | null;
  imported: number;
  changed: number;
  same: number;
  skipped: number;
  wrong: number;
  remarks: number;
  state: keyof typeof importPageWords.states;
  undo_until: Date;
  undone_at: Date | null;
  undone_by: { name: string | null } | null;
  kept: number;
}

interface PastImportRowsProps {
  rows: PastImportRow[];
}

/** Imports with who, when and what; the island UndoImports listens to their buttons. */
export function PastImportRows(props: PastImportRowsProps) {
  return (
    <ul>
      {props.rows.map((row) => <Row key={row.id} {...props} row={row} />)}
    </ul>
  );
}

function Row({ row }: PastImportRowsProps & { row: PastImportRow }) {
  const page = usePage();
  const { companyId, href, now } = page;
  const words = useWords(importPageWords);
  const { noun, imported, created_at, created_by, state, remarks, undo_until } = row;
  const name = row.file_name ?? words.nameless;
  return (
    <li class="past-import" data-import={row.id}>
      <div class="min-w-0">
        <p class="truncate font-medium" title={name}>{name}</p>
        <p class="text-label text-soft">
          {words[noun]} · <Time at={created_at} />
          {created_by?.name && <span>{` ${words.by(created_by.name)}`}</span>}
        </p>
      </div>
      <p class="min-w-0 text-meta tabular-nums text-soft">
        {imported > 0 && state !== "undone"
          ? (
            <a
              class="underline underline-offset-2"
              href={listOfMade(noun, companyId, { created_at })}
            >
              {words.made(counted(imported, page))}
            </a>
          )
          : imported > 0 && words.made(counted(imported, page))}
        {imported > 0 && othersOf(row, page).length > 0 && " · "}
        {othersOf(row, page).join(" · ")}
        {remarks > 0 && (
          <>
            {" · "}
            {undo_until > now
              ? (
                <a
                  class="underline underline-offset-2"
                  href={href(`/api/admin/imports/${row.id}/remarks`)}
                  title={words.download.remarks}
                  download
                >
                  {words.remarks(counted(remarks, page))}
                </a>
              )
              : words.remarks(counted(remarks, page))}
          </>
        )}
      </p>
      <div class="text-meta text-soft">
        <State row={row} name={name} />
      </div>
    </li>
  );
}

function othersOf({ changed, same, skipped, wrong }: PastImportRow, format: TimeFormat): string[] {
  const words = speak(importPageWords, format.language);
  return [
    ...changed > 0 ? [words.changed(counted(changed, format))] : [],
    ...same > 0 ? [words.same(counted(same, format))] : [],
    ...skipped > 0 ? [words.leftOut(counted(skipped, format))] : [],
    ...wrong > 0 ? [words.wrong(counted(wrong, format))] : [],
  ];
}

function State({ row, name }: { row: PastImportRow; name: string }) {
  const page = usePage();
  const words = useWords(importPageWords);
  const { id, noun, state, undo_until, undone_at, undone_by, kept } = row;
  if (state === "over") return <p>{words.states.over}</p>;
  if (state === "undone") {
    return (
      <p>
        {words.states.undone} <Time at={undone_at!} />
        {undone_by?.name && <span>{` ${words.by(undone_by.name)}`}</span>}
        {kept > 0 && <span class="block">{words.kept(counted(kept, page))}</span>}
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        class="button"
        data-undo-import={JSON.stringify({ id, noun })}
        aria-label={words.undoOf(name)}
      >
        <Icon name="undo-2" /> {words.undoShort}
      </button>
      <p class="mt-0.5 text-label">{words.until(formatDue(undo_until, page).text)}</p>
    </>
  );
}

function counted(count: number, { language }: TimeFormat): string {
  return new Intl.NumberFormat(locales[language], { useGrouping: "always" }).format(count);
}
