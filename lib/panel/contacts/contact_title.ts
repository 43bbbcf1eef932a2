import type { Language } from "@/lib/words/language.ts";
import { shownId } from "@/lib/values/shown_id.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

interface Named {
  name: string | null;
  email: string | null;
  phone: string | null;
  channel: string;
  channel_contact_id: string | null;
}

/** Title of a contact: its name, else an address of it. */
export function contactTitle(contact: Named, language: Language): string {
  const { name, email, phone, channel, channel_contact_id } = contact;
  return name || email || phone || shownId(channel, channel_contact_id) ||
    inboxWords.nameless[language];
}
