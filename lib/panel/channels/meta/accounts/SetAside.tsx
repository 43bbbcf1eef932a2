import { usePage, useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import type { listAutomatic } from "@/lib/channels/in/automatic/automatic.ts";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { settingWords } from "@/lib/panel/channels/meta/accounts/setting_words.ts";
import { formatQuantity } from "@/lib/values/money.ts";

interface SetAsideProps {
  /** The newest. */
  items: Awaited<ReturnType<typeof listAutomatic>>["records"];
  total: number;
}

/** What came to an account of Meta and is no customer's. */
export function SetAside({ items, total }: SetAsideProps) {
  const { language } = usePage();
  const words = useWords(settingWords);
  const { kinds } = useWords(mailboxWords);
  return (
    <>
      <ul class="list-rows">
        {items.map(({ id, kind, subject, received_at }) => (
          <li key={id} class="list-row max-md:flex-wrap" data-id={id}>
            <p class="min-w-0 flex-1">
              {subject && <bdi class="line-clamp-2">{subject}</bdi>}
            </p>
            <p class="shrink-0 text-label text-soft">
              {kinds[kind]} · <Time at={received_at} />
            </p>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p class="py-1 text-label text-soft">
          {words.setAsideTotal(formatQuantity(total, language))}
        </p>
      )}
    </>
  );
}
