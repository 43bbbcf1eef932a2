import { bareSubject } from "@/lib/crm/contacts/conversation/subjects.ts";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";

/** Mails that are about something else than the one before, by id. @param entries oldest first */
export function newSubjects(entries: readonly ThreadEntry[]): Map<number, string> {
  const subjects = new Map<number, string>();
  let last: string | undefined;
  for (const { id, mail } of entries) {
    if (!mail?.subject) continue;
    const subject = bareSubject(mail.subject).trim();
    if (subject === "" || subject.toLowerCase() === last) continue;
    last = subject.toLowerCase();
    subjects.set(id, subject);
  }
  return subjects;
}
