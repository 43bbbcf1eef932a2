import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import { speak } from "@/lib/words/language.ts";
import { trashWords } from "@/lib/panel/trash/words.ts";

/** A record in the trash. */
export interface TrashRow {
  noun: keyof typeof trashWords.nouns;
  id: number;
  name: string | null;
  client: { name: string | null } | null;
  deleted_at: Date;
  deleted_by: { name: string | null } | null;
  restorable_until: Date;
}

const dayMs = 86_400_000;
/** The remaining time is a warning from this many days on. */
const fewDays = 3;

/** Trashed records with author and time; TrashActions listens to their boxes and buttons. */
export function TrashRows({ rows }: { rows: TrashRow[] }) {
  const words = useWords(trashWords);
  return (
    <div data-trash>
      <label class="flex min-h-10 items-center gap-3 border-b border-line text-label text-soft">
        <input type="checkbox" class="size-4 accent-accent" data-pick-all />
        {words.selectAll}
      </label>
      <ul>
        {rows.map((row) => <Row key={`${row.noun}/${row.id}`} row={row} words={words} />)}
      </ul>
    </div>
  );
}

interface RowProps {
  row: TrashRow;
  words: ReturnType<typeof speak<typeof trashWords>>;
}

function Row({ row, words }: RowProps) {
  const { now } = usePage();
  const { noun, id, client, deleted_at, deleted_by, restorable_until } = row;
  const name = row.name ?? words.nameless;
  const days = Math.ceil((restorable_until.getTime() - now.getTime()) / dayMs);
  return (
    <li class="trash-row" data-trashed={`${noun}/${id}`} data-name={name}>
      <label class="trash-pick">
        <input type="checkbox" class="size-4 accent-accent" data-pick={`${noun}/${id}`} />
        <span class="sr-only">{words.select(name)}</span>
      </label>
      <div class="min-w-0">
        <p class="truncate font-medium" title={name} dir="auto">{name}</p>
        <p class="truncate text-label text-soft" dir="auto">
          {[words.nouns[noun], client?.name].filter(Boolean).join(" · ")}
        </p>
      </div>
      <p class="trash-when text-meta text-soft">
        <Time at={deleted_at} />
        {deleted_by?.name && <span>{` ${words.by(deleted_by.name)}`}</span>}
      </p>
      <p
        class={`trash-left text-meta tabular-nums ${
          days <= fewDays ? "text-danger-text" : "text-soft"
        }`}
      >
        {words.left(days)}
      </p>
      <button
        type="button"
        class="button"
        data-restore={`${noun}/${id}`}
        aria-label={words.restoreOne(name)}
      >
        <Icon name="undo-2" />
        <span class="max-md:sr-only">{words.restore}</span>
      </button>
    </li>
  );
}
