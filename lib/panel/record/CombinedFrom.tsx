import { usePage, useWords } from "@/components/page.ts";
import { dialLink } from "@/lib/input/dial_link.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import { addDays, dayIn, formatDay } from "@/lib/values/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { mergeWords } from "@/lib/panel/record/merge/words.ts";

interface MergedRow {
  id: number;
  name: string | null;
  merged_at: Date;
  merged_by: string | null;
  separable: boolean;
}

interface Other {
  kind: "email" | "phone" | "tax_id" | "organization";
  value: string;
}

interface CombinedFromProps {
  merged: MergedRow[];
  /** Identities of the record besides its own. */
  others: Other[];
  /** How long a merge can be undone. */
  days: number;
}

/** Records merged into this one, with a way back, and its addresses since. */
export function CombinedFrom({ merged, others, days }: CombinedFromProps) {
  const { language, timeZone } = usePage();
  const words = useWords(mergeWords);
  const open = merged.filter(({ separable }) => separable);
  if (open.length + others.length === 0) return null;
  return (
    <div class="space-y-2 text-meta">
      {open.length > 0 && (
        <ul class="space-y-1.5">
          {open.map(({ id, merged_at, merged_by, ...one }) => {
            const name = one.name ?? words.nameless;
            const last = formatDay(addDays(dayIn(timeZone, merged_at), days), language);
            return (
              <li key={id} class="flex items-center gap-2">
                <Icon name="merge" class="shrink-0 text-soft" />
                <span class="min-w-0 flex-1 break-words">
                  {words.from} <bdi class="font-medium">{name}</bdi>{" "}
                  <span class="text-soft">
                    <Time at={merged_at} />
                    {merged_by && ` ${words.by(merged_by)}`}
                  </span>
                </span>
                <button
                  type="button"
                  class="button shrink-0"
                  data-separate={id}
                  data-name={name}
                  data-command={words.separateOne(name)}
                  aria-label={words.separateOne(name)}
                  title={words.until(last)}
                >
                  {words.separate}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {others.length > 0 && (
        <p class="break-words">
          <span class="text-soft">{words.others}</span>{" "}
          {others.map(({ kind, value }, at) => (
            <span key={value}>
              {at > 0 && ", "}
              <OtherName kind={kind} value={value} />
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function OtherName({ kind, value }: Other) {
  if (kind !== "email" && kind !== "phone") return <bdi>{value}</bdi>;
  return (
    <a
      class="underline decoration-line-strong underline-offset-2 hover:decoration-text"
      href={kind === "email" ? `mailto:${encodeURIComponent(value)}` : dialLink(value)}
    >
      <bdi>{value}</bdi>
    </a>
  );
}

interface ArrivedFromProps {
  /** The merged record whose address led here. */
  merged?: MergedRow;
}

/** Says on the page that stays why the address of another led to it. */
export function ArrivedFrom({ merged }: ArrivedFromProps) {
  const { language } = usePage();
  if (!merged) return null;
  const words = speak(mergeWords, language);
  return (
    <p class="flex items-center gap-2 rounded-lg border border-line bg-sunken px-3 py-2 text-meta">
      <Icon name="merge" />
      <span class="min-w-0 break-words">
        {merged.name === null ? words.arrivedNameless : words.arrived(merged.name)}
      </span>
    </p>
  );
}
