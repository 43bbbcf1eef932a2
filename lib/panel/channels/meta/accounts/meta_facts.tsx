import type { Page } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import type { Fact } from "@/lib/panel/channels/fact.ts";
import type { Account } from "@/lib/panel/channels/ChannelState.tsx";
import { settingWords } from "@/lib/panel/channels/meta/accounts/setting_words.ts";
import { formatAhead } from "@/lib/values/dates.ts";
import { speak } from "@/lib/words/language.ts";

/** An end that is nearer than this is worth a sentence. */
const soonMs = 8 * 86_400_000;

/** What Meta says of an account: its quality, whether its hooks come, and the token's end. */
export function metaFacts(
  { kind, settings, quality, token_ends_at: endsAt, subscribed_at: subscribedAt }: Account,
  page: Page,
): Fact[] {
  const { href, language, now } = page;
  const words = speak(settingWords, language);
  const isSoon = endsAt !== null && endsAt.getTime() - now.getTime() < soonMs;
  return [
    ...(kind === "whatsapp" && quality
      ? [{ name: words.quality, value: words.qualities[quality] ?? quality }]
      : []),
    {
      name: words.subscribed,
      value: subscribedAt
        ? (
          <span>
            {words.since} <Time at={subscribedAt} />
          </span>
        )
        : words.notSubscribed,
    },
    {
      name: words.tokenEnds,
      value: endsAt
        ? (
          <span class={`block first-letter:uppercase ${isSoon ? "text-warning-text" : ""}`}>
            <time dateTime={endsAt.toISOString()}>{formatAhead(endsAt, page)}</time>
            {isSoon && `. ${words.tokenSoon}`}
          </span>
        )
        : words.tokenStays,
    },
    {
      name: words.app,
      value: (
        <a
          class="text-accent underline underline-offset-2"
          href={href(`/panel/settings/channels/meta-apps/${settings.meta_app_id}`)}
        >
          {words.seeApp}
        </a>
      ),
    },
  ];
}
