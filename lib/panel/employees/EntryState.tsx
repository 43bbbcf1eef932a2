import type { Entry } from "@/lib/access/entry_link.ts";
import type { TimeFormat } from "@/lib/values/dates.ts";
import { entrySentence, hasOpenLink } from "@/lib/panel/employees/entry_state.ts";
import { entryWords } from "@/lib/panel/employees/entry_words.ts";
import { speak } from "@/lib/words/language.ts";

interface EntryStateProps {
  entry: Entry;
  format: TimeFormat;
}

/** How it stands with the first entry of somebody, and what the link's buttons go by. */
export function EntryState({ entry, format }: EntryStateProps) {
  const { hint, came } = speak(entryWords, format.language);
  const data = { hasLink: hasOpenLink(entry, format.now), hasEntered: entry.hasEntered };
  return (
    <>
      <data data-json="entry" value={JSON.stringify(data)} />
      {entry.hasEntered ? <p>{came}</p> : (
        <>
          <p>{entrySentence(entry, format)}</p>
          <p class="mt-1 text-soft">{hint}</p>
        </>
      )}
    </>
  );
}
