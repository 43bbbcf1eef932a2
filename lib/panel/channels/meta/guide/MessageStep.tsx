import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import { KindName } from "@/lib/panel/channels/KindName.tsx";
import type { GuideAccount } from "@/lib/panel/channels/meta/guide/guide.ts";
import { guideWords } from "@/lib/panel/channels/meta/guide/guide_words.ts";

/** Whether something came in by each account. */
export function MessageStep({ accounts }: { accounts: GuideAccount[] }) {
  const { href } = usePage();
  const words = useWords(guideWords);
  const isSilent = accounts.some(({ receivedAt }) => receivedAt === null);
  return (
    <>
      <ul class="list-rows" aria-live="polite">
        {accounts.map(({ id, kind, name, address, receivedAt }) => (
          <li key={id} class="flex flex-wrap items-baseline gap-x-3 py-2">
            <span class="min-w-0 flex-1">
              <a class="font-medium hover:underline" href={href(`/panel/settings/channels/${id}`)}>
                <bdi>{name}</bdi>
              </a>
              <KindName kind={kind} address={address} />
            </span>
            <span class="inline-flex items-center gap-1 text-label">
              {receivedAt
                ? (
                  <>
                    <Icon name="check" class="text-success-text" />
                    <span>
                      {words.received}: <Time at={receivedAt} />
                    </span>
                  </>
                )
                : <span class="text-soft">{words.notReceived}</span>}
            </span>
          </li>
        ))}
      </ul>
      {isSilent && <p class="text-pretty text-meta text-soft">{words.nothingComes}</p>}
    </>
  );
}
