import { usePage, useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import { formatQuantity } from "@/lib/values/money.ts";
import { type Account, ChannelState } from "@/lib/panel/channels/ChannelState.tsx";
import { KindName } from "@/lib/panel/channels/KindName.tsx";
import { channelsWords } from "@/lib/panel/channels/words.ts";

interface ChannelRowsProps {
  accounts: Account[];
}

/** The accounts: what each is, how it is, when something last came and went, and its problems. */
export function ChannelRows({ accounts }: ChannelRowsProps) {
  const page = usePage();
  const { language } = page;
  const words = useWords(channelsWords);
  return (
    <ul class="list-rows">
      {accounts.map((account) => {
        const { id, kind, name, address, problems, can_send } = account;
        const href = page.href(`/panel/settings/channels/${id}`);
        return (
          <li key={id} class="list-row max-lg:flex-wrap" data-id={id}>
            <p class="min-w-0 flex-1 basis-full lg:basis-0">
              <a class="font-medium hover:underline" href={href}>
                <bdi>{name}</bdi>
              </a>
              <KindName kind={kind} address={address} />
            </p>
            <p class="min-w-0 flex-1">
              <ChannelState account={account} />
              <span class="flex flex-wrap gap-x-3 text-label text-soft">
                <Last at={account.last_received_at} label={words.lastIn} />
                {can_send
                  ? <Last at={account.last_sent_at} label={words.lastOut} />
                  : <span>{words.receiveOnly}</span>}
              </span>
            </p>
            <p class="shrink-0 text-right lg:w-32">
              {problems > 0 && (
                <a class="button text-danger-text" href={`${href}#problems`}>
                  {words.problemCount(problems, formatQuantity(problems, language))}
                </a>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

interface LastProps {
  at: Date | null;
  label: string;
}

function Last({ at, label }: LastProps) {
  const { language } = usePage();
  return (
    <span class="whitespace-nowrap">
      {label}: {at ? <Time at={at} /> : channelsWords.never[language].toLowerCase()}
    </span>
  );
}
