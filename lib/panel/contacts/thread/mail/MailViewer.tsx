import { usePage } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { later } from "@/lib/panel/page/later.ts";

const MailDialog = later(
  () => import("@/lib/panel/contacts/thread/mail/MailDialog.tsx"),
  "MailDialog",
);

interface MailViewerProps {
  contactId: number;
}

/** Opens the mail whose button was pressed in the thread. */
export function MailViewer({ contactId }: MailViewerProps) {
  const { companyId, language } = usePage();
  const [id, setId] = useState<number | null>(null);
  useEffect(() => {
    const press = ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>("button[data-mail]");
      if (button) setId(Number(button.dataset.mail));
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);
  if (id === null) return null;
  return (
    <MailDialog
      key={id}
      {...{ id, contactId, companyId, language }}
      onClose={() => setId(null)}
    />
  );
}
