import { usePage, useWords } from "@/components/page.ts";
import type { Entry } from "@/lib/access/entry_link.ts";
import { entrySentence, hasOpenLink } from "@/lib/panel/employees/entry_state.ts";
import { entryWords } from "@/lib/panel/employees/entry_words.ts";

interface EntryStateProps {
  entry: Entry;
}

/** How it stands with the first entry of somebody, and what the link's buttons go by. */
export function EntryState({ entry }: EntryStateProps) {
  const page = usePage();
  const { now } = page;
  const { hint, came } = useWords(entryWords);
  const data = { hasLink: hasOpenLink(entry, now), hasEntered: entry.hasEntered };
  return (
    <>
      <data data-json="entry" value={JSON.stringify(data)} />
      {entry.hasEntered ? <p>{came}</p> : (
        <>
          <p>{entrySentence(entry, page)}</p>
          <p class="mt-1 text-soft">{hint}</p>
        </>
      )}
    </>
  );
}
