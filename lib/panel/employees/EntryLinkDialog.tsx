import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { formatAhead } from "@/lib/values/dates.ts";
import { entryWords } from "@/lib/panel/employees/entry_words.ts";
import { ShownOnce } from "@/lib/panel/page/ShownOnce.tsx";
import { useDialog, useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";

/** A link as the API tells it, once. */
export interface MadeLink {
  url: string;
  expires_at: string;
}

interface EntryLinkDialogProps {
  link: MadeLink;
  /** Whom it lets in. */
  email: string;
  onClose(): void;
}

/** Shows a new link, once; leaving before it was copied is asked about. Open while drawn. */
export function EntryLinkDialog(props: EntryLinkDialogProps) {
  const { language, timeZone } = usePage();
  const { link, email, onClose } = props;
  const words = useWords(entryWords);
  const [isCopied, setCopied] = useState(false);
  const dialog = useDialog();
  const id = "entry-link";
  useEffect(() => dialog.open(), []);
  useLeaveGuard(!isCopied);
  const until = formatAhead(new Date(link.expires_at), { language, timeZone, now: new Date() });
  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      aria-labelledby={`${id}-title`}
      // Escape must not lose what is shown once.
      onCancel={(event) => !isCopied && event.preventDefault()}
      onClose={onClose}
    >
      <div class="space-y-4 p-5">
        <h2 id={`${id}-title`} class="font-semibold wrap-anywhere">{words.made(email)}</h2>
        <p class="text-soft">{words.once}</p>
        <ShownOnce
          name={id}
          label={words.theLink}
          secret={link.url}
          isCopied={isCopied}
          words={words}
          onCopied={() => setCopied(true)}
        />
        <p class="text-label text-soft">{words.until(until)}</p>
        <footer class="flex justify-end">
          <button type="button" class="button" onClick={dialog.close}>{words.done}</button>
        </footer>
      </div>
    </dialog>
  );
}
