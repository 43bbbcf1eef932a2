import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import type { FileRecord } from "@/lib/files/file.ts";
import { mailDocument } from "@/lib/panel/contacts/thread/mail/mail_document.ts";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { HeadedDialog } from "@/lib/panel/page/HeadedDialog.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";

interface MailDialogProps {
  /** The message's. */
  id: number;
  contactId: number;
  onClose(): void;
}

interface Message {
  subject: string | null;
  html: string | null;
  files: FileRecord[];
  mail: { remote_pictures: number } | null;
}

interface Shown {
  message: Message;
  document: string;
}

/** A mail as its sender laid it out, in a frame in which nothing of it runs. */
export function MailDialog({ id, contactId, onClose }: MailDialogProps) {
  const { companyId, language } = usePage();
  const words = useWords(mailWords);
  const dialog = useOpenDialog();
  const [view, setView] = useState<Shown | null>(null);
  const { failure, send } = useAnswer();
  const title = view?.message.subject ?? words.noSubject;
  const remote = view?.message.mail?.remote_pictures ?? 0;

  async function load() {
    const path = `contacts/${contactId}/messages/${id}`;
    const read = await send(() => callApi<Message>(path, { companyId, language }));
    if (!read) return;
    const message = read.data;
    const content = { html: message.html ?? "", files: message.files, companyId };
    setView({ message, document: await mailDocument(content) });
  }
  useEffect(() => {
    load();
  }, []);

  return (
    <HeadedDialog
      isWide
      dialog={dialog}
      titleId="mail-title"
      title={view ? title : words.asMail}
      onClose={onClose}
    >
      {remote > 0 && <p class="px-5 pt-3 text-label text-soft">{words.remote(remote)}</p>}
      <p role="alert" class="p-5 text-danger-text empty:hidden">{failure}</p>
      {!view && !failure && <p role="status" class="p-5 text-soft">{words.loading}</p>}
      {view && (
        <iframe
          class="mail-frame"
          title={title}
          // Links open beside the panel; there are no scripts, forms, nor an origin.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerpolicy="no-referrer"
          srcdoc={view.document}
        />
      )}
    </HeadedDialog>
  );
}
