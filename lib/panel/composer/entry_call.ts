import { type EntryCall, lineCall, textCall } from "@/lib/panel/composer/calls.ts";
import type { About } from "@/lib/panel/composer/entry_kinds.ts";
import { lineWords } from "@/lib/panel/composer/words/line_words.ts";
import { newestSeen, unfilledIn } from "@/lib/panel/composer/leaving.ts";
import { mailValues } from "@/lib/panel/composer/mail_values.ts";
import type { useAttachments } from "@/lib/panel/composer/files/use_attachments.ts";
import type { useDraft } from "@/lib/panel/composer/use_draft.ts";
import type { useLine } from "@/lib/panel/composer/use_line.ts";
import type { MailReply } from "@/lib/crm/contacts/conversation/mail_reply.ts";
import type { Answered } from "@/lib/panel/save/run_verb.ts";
import type { Language } from "@/lib/words/language.ts";

interface Parts {
  draft: Pick<ReturnType<typeof useDraft>, "kind" | "text" | "typed" | "learned">;
  account: { via: number | null; reply: MailReply | null };
  answered: Answered | null;
  line: Pick<ReturnType<typeof useLine>, "read">;
  attachments: Pick<ReturnType<typeof useAttachments>, "files" | "ready">;
}

/** The call that stores the text, or an error text if something is missing. */
export async function callOf(
  about: About & { me: number },
  { draft, account, answered, line, attachments }: Parts,
  { language, timeZone }: { language: Language; timeZone: string },
): Promise<EntryCall | string> {
  const { kind, text, typed, learned } = draft;
  const { via, reply } = account;
  if (kind !== "task" && kind !== "event") {
    const unfilled = via === null ? null : unfilledIn(text, language);
    if (unfilled !== null) return unfilled;
    const ids = await attachments.ready();
    if (typeof ids === "string") return ids;
    // A note has words; those of a thread may be files alone.
    const isNote = about.subject.contact_id === undefined && kind !== "message";
    const names = attachments.files.map(({ name }) => name).join(", ");
    const body = isNote && text.trim() === "" ? names : text;
    const mail = reply && mailValues(typed, reply, learned);
    const after = via === null ? undefined : newestSeen();
    return textCall(kind, { body, via, files: ids, mail, after, answers: answered?.id }, about);
  }
  const entry = await line.read();
  if (entry.title === "") return lineWords.noTitle[language];
  if (kind === "event" && entry.day === null) return lineWords.noDay[language];
  return lineCall(kind, { line: entry, assigneeId: about.me, timeZone }, about);
}
