import { useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import type { listAutomatic } from "@/lib/channels/in/automatic/automatic.ts";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";

export type AutomaticMails = Awaited<ReturnType<typeof listAutomatic>>["records"];

/** Mail that nobody sat down to write: what it is, from whom, about what. */
export function AutomaticRows({ mails }: { mails: AutomaticMails }) {
  const words = useWords(mailboxWords);
  if (mails.length === 0) return <p class="py-2 text-meta text-soft">{words.noAutomatic}</p>;
  return (
    <ul class="list-rows">
      {mails.map(({ id, kind, from, subject, received_at, can }) => (
        <li key={id} class="list-row max-md:flex-wrap" data-id={id}>
          <p class="min-w-0 flex-1 max-md:basis-full">
            <bdi class="line-clamp-2 font-medium">{subject ?? words.noSubject}</bdi>
            {from && (
              <span class="block truncate text-label text-soft">
                <bdi>{from.name ? `${from.name} <${from.address}>` : from.address}</bdi>
              </span>
            )}
          </p>
          <p class="shrink-0 text-label text-soft md:text-right">
            {words.kinds[kind]} · <Time at={received_at} />
            {can.length === 0 && <span class="block">{words.gone}</span>}
          </p>
          {can.length > 0 && (
            <button type="button" class="button" data-automatic={id} data-opens="">
              {words.open}
              <span class="sr-only">{subject ?? words.noSubject}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
