import type { Entry, EntryLinkState } from "@/lib/access/entry_link.ts";
import { formatAhead, formatDue, formatTime, type TimeFormat } from "@/lib/values/dates.ts";
import { entryWords } from "@/lib/panel/employees/entry_words.ts";
import { speak } from "@/lib/words/language.ts";

type EntryKind = "none" | "open" | "expired" | "used";

function kindOf(link: EntryLinkState | null, now: Date): EntryKind {
  if (!link) return "none";
  if (link.usedAt) return "used";
  if (link.isWithdrawn) return "none";
  return link.expiresAt > now ? "open" : "expired";
}

/** Whether there is a link that can be used. */
export function hasOpenLink({ link }: Entry, now: Date): boolean {
  return kindOf(link, now) === "open";
}

/** How it stands with the link of somebody who has not come in, as a sentence. */
export function entrySentence({ link }: Entry, format: TimeFormat): string {
  const { states } = speak(entryWords, format.language);
  switch (kindOf(link, format.now)) {
    case "none":
      return states.none;
    case "open":
      return states.open(formatTime(link!.madeAt, format), formatAhead(link!.expiresAt, format));
    case "expired":
      return states.expired(formatTime(link!.expiresAt, format));
    case "used":
      return states.used(formatTime(link!.usedAt!, format));
  }
}

/** The same in few words, for a list; null where there is none to tell of. */
export function entryTag(entry: Entry | undefined, format: TimeFormat): string | null {
  if (!entry || entry.hasEntered) return null;
  const { tags } = speak(entryWords, format.language);
  const kind = kindOf(entry.link, format.now);
  if (kind === "none") return null;
  if (kind === "open") return tags.open(formatDue(entry.link!.expiresAt, format).text);
  return tags[kind];
}
