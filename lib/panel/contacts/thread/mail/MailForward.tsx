import { useWords } from "@/components/page.ts";
import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";

interface MailForwardProps {
  /** The message's. */
  id: number;
  contactId: number;
  forwarded: NonNullable<ThreadMail["forwarded"]>;
}

/** Offers to file what a colleague passes on with whose mail it is, and to take that back. */
export function MailForward({ id, contactId, forwarded }: MailForwardProps) {
  const { person: { name, address }, filed_from } = forwarded;
  const words = useWords(mailWords).forward;
  const isFiled = filed_from !== null;
  const verb = isFiled ? "unfile-forward" : "file-forward";
  return (
    <p class="mail-sender">
      <span>
        {isFiled ? words.isFiled : words.inside}
        {!isFiled && (
          <>
            {" "}
            <bdi>{name ? `${name} <${address}>` : address}</bdi>
          </>
        )}
      </span>
      <button
        type="button"
        class="button"
        data-forward={`contacts/${contactId}/messages/${id}/${verb}`}
      >
        {isFiled ? words.unfile : words.file}
      </button>
    </p>
  );
}
