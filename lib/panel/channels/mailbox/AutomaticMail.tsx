import { usePage } from "@/components/page.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { type AutomaticMails, AutomaticRows } from "@/lib/panel/channels/mailbox/AutomaticRows.tsx";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";
import type { TimeFormat } from "@/lib/values/dates.ts";
import { speak } from "@/lib/words/language.ts";

interface AutomaticMailProps {
  accountId: number;
  /** The newest. */
  mails: AutomaticMails;
  total: number;
  format: TimeFormat;
}

/** The newest automatic mail of a mailbox, and the way to all of it. */
export function AutomaticMail({ accountId, mails, total, format }: AutomaticMailProps) {
  const { href } = usePage();
  const words = speak(mailboxWords, format.language);
  return (
    <section id="automatic" aria-label={words.automatic}>
      <Panel title={words.automatic}>
        <p class="py-1 text-label text-soft">{words.automaticMeans}</p>
        <div data-region="automatic">
          <AutomaticRows mails={mails} format={format} />
          {total > mails.length && (
            <p class="mt-2">
              <a
                class="font-medium text-accent"
                href={href(`/panel/settings/channels/${accountId}/automatic`)}
              >
                {words.allAutomatic(formatQuantity(total, format.language))}
              </a>
            </p>
          )}
        </div>
      </Panel>
    </section>
  );
}
