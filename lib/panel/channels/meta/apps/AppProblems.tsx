import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import type { listAppProblems } from "@/lib/channels/meta/apps/problems.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { formatQuantity } from "@/lib/values/money.ts";

interface AppProblemsProps {
  appId: number;
  problems: Awaited<ReturnType<typeof listAppProblems>>["records"];
}

/** What Meta brought that no account took: reason, times, and buttons for each. */
export function AppProblems({ appId, problems }: AppProblemsProps) {
  const { href, language } = usePage();
  const words = useWords(metaWords);
  const { again, raw } = useWords(channelsWords);
  if (problems.length === 0) return <p class="py-2 text-meta text-soft">{words.noProblems}</p>;
  return (
    <ul class="list-rows">
      {problems.map(({ id, object, external_id, last_at, count, error }) => (
        <li key={id} class="list-row max-md:flex-wrap" data-id={id}>
          <div class="min-w-0 flex-1 max-md:basis-full">
            <p class="text-danger-text">{error}</p>
            <p class="text-label text-soft">
              {object && `${words.objects[object]} · `}
              {external_id && (
                <>
                  <bdi class="wrap-anywhere">{external_id}</bdi> ·{" "}
                </>
              )}
              {words.events(count, formatQuantity(count, language))} · <Time at={last_at} />
            </p>
          </div>
          <p class="flex shrink-0 gap-2">
            <button type="button" class="button" data-problem={id}>
              {again}
              <span class="sr-only">{external_id}</span>
            </button>
            <a
              class="button"
              href={href(`/api/admin/meta-apps/${appId}/problems/${id}/raw`)}
              download
            >
              <Icon name="download" />
              {raw}
              <span class="sr-only">{external_id}</span>
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}
