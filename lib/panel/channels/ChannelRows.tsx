import { usePage } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import type { TimeFormat } from "@/lib/values/dates.ts";
import { formatQuantity } from "@/lib/values/money.ts";
import { type Account, ChannelState } from "@/lib/panel/channels/ChannelState.tsx";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { speak } from "@/lib/words/language.ts";

interface ChannelRowsProps {
  accounts: Account[];
  format: TimeFormat;
}

/** The accounts: what each is, how it is, when something last came and went, and its problems. */
export function ChannelRows({ accounts, format }: ChannelRowsProps) {
  const { companyId } = usePage();
  const { language } = format;
  const words = speak(channelsWords, language);
  return (
    <ul class="list-rows">
      {accounts.map((account) => {
        const { id, kind, name, address, problems, can_send } = account;
        const href = `/panel/settings/channels/${id}?company_id=${companyId}`;
        return (
          <li key={id} class="list-row max-lg:flex-wrap" data-id={id}>
            <p class="min-w-0 flex-1 basis-full lg:basis-0">
              <a class="font-medium hover:underline" href={href}>
                <bdi>{name}</bdi>
              </a>
              <span class="block truncate text-label text-soft" dir="auto">
                {[words.kinds[kind], address].filter(Boolean).join(" · ")}
              </span>
            </p>
            <p class="min-w-0 flex-1">
              <ChannelState account={account} format={format} />
              <span class="block text-label text-soft">
                <Last at={account.last_received_at} label={words.lastIn} format={format} />
                {" · "}
                {can_send
                  ? <Last at={account.last_sent_at} label={words.lastOut} format={format} />
                  : words.receiveOnly}
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
  format: TimeFormat;
}

function Last({ at, label, format }: LastProps) {
  return (
    <span class="whitespace-nowrap">
      {label}:{" "}
      {at ? <Time at={at} format={format} /> : channelsWords.never[format.language].toLowerCase()}
    </span>
  );
}
