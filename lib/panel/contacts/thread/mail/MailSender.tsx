import { usePage, useWords } from "@/components/page.ts";
import type { ThreadMail } from "@/lib/crm/contacts/threads.ts";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { speak } from "@/lib/words/language.ts";

interface MailSenderProps {
  mail: ThreadMail;
}

/** Asks once whose the mails of a sender are that wants answers elsewhere, and lets it be changed. */
export function MailSender({ mail }: MailSenderProps) {
  const { language } = usePage();
  const { from, sent_by, reply_to, answersTo } = mail;
  const words = useWords(mailWords).sender;
  const address = sent_by?.address ?? from?.email;
  if (!address || (!sent_by && !reply_to)) return null;
  const choose = (answers: "from" | "reply_to", text: string) => (
    <button
      type="button"
      class="button"
      data-sender={address}
      data-answers={answers}
      data-done={words.done[answers]}
    >
      {text}
    </button>
  );
  if (sent_by || answersTo === "reply_to") {
    return (
      <p class="mail-sender">
        <span>{words.named(address)}</span>
        {choose("from", words.change)}
      </p>
    );
  }
  const reply = reply_to!.address;
  if (answersTo === "from") {
    return <p class="mail-sender">{choose("reply_to", words.go(address, reply))}</p>;
  }
  return (
    <p class="mail-sender">
      <span>{words.ask(address, reply)}</span>
      {choose("reply_to", words.yes)}
      {choose("from", speak(commonWords, language).no)}
    </p>
  );
}
