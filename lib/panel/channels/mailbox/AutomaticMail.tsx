import { usePage, useWords } from "@/components/page.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { type AutomaticMails, AutomaticRows } from "@/lib/panel/channels/mailbox/AutomaticRows.tsx";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";

interface AutomaticMailProps {
  accountId: number;
  /** The newest. */
  mails: AutomaticMails;
  total: number;
}

/** The newest automatic mail of a mailbox, and the way to all of it. */
export function AutomaticMail({ accountId, mails, total }: AutomaticMailProps) {
  const { href, language } = usePage();
  const words = useWords(mailboxWords);
  return (
    <section id="automatic" aria-label={words.automatic}>
      <Panel title={words.automatic}>
        <p class="py-1 text-label text-soft">{words.automaticMeans}</p>
        <div data-region="automatic">
          <AutomaticRows mails={mails} />
          {total > mails.length && (
            <p class="mt-2">
              <a
                class="font-medium text-accent"
                href={href(`/panel/settings/channels/${accountId}/automatic`)}
              >
                {words.allAutomatic(formatQuantity(total, language))}
              </a>
            </p>
          )}
        </div>
      </Panel>
    </section>
  );
}
