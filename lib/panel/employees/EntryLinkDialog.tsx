import { usePage, useWords } from "@/components/page.ts";
import { formatAhead } from "@/lib/values/dates.ts";
import { entryWords } from "@/lib/panel/employees/entry_words.ts";
import { ShownOnceDialog } from "@/lib/panel/page/ShownOnceDialog.tsx";

/** A link as the API tells it, once. */
export interface MadeLink {
  url: string;
  expires_at: string;
}

interface EntryLinkDialogProps {
  link: MadeLink;
  /** Address of the person whom the link lets in. */
  email: string;
  onClose(): void;
}

/** Shows a new link. Open while drawn. */
export function EntryLinkDialog({ link, email, onClose }: EntryLinkDialogProps) {
  const { language, timeZone } = usePage();
  const words = useWords(entryWords);
  const until = formatAhead(new Date(link.expires_at), { language, timeZone, now: new Date() });
  return (
    <ShownOnceDialog
      name="entry-link"
      titleId="entry-link-title"
      title={words.made(email)}
      label={words.theLink}
      secret={link.url}
      words={words}
      closeLabel={words.done}
      onClose={onClose}
    >
      <p class="text-label text-soft">{words.until(until)}</p>
    </ShownOnceDialog>
  );
}
