import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { later } from "@/lib/panel/page/later.ts";
import { useOpening } from "@/lib/panel/page/use_dialog.ts";

const MailboxDialog = later(
  () => import("@/lib/panel/channels/mailbox/MailboxDialog.tsx"),
  "MailboxDialog",
);

/** The button that connects a mailbox. */
export function NewMailbox() {
  const { connect } = useWords(mailboxWords);
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useOpening({ hash: "#new-mailbox", shortcut: "b", open });
  return (
    <>
      <button
        type="button"
        class="button button-primary"
        data-command={connect}
        data-opens=""
        aria-keyshortcuts="b"
        onClick={open}
      >
        <Icon name="mail" />
        {connect}
      </button>
      {isOpen && (
        <MailboxDialog
          first={null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
