import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Time } from "@/components/Time.tsx";
import type { listProblems } from "@/lib/channels/in/problems.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { sizeText } from "@/lib/words/size.ts";

type Problem = Awaited<ReturnType<typeof listProblems>>["records"][number];

interface ProblemRowsProps {
  accountId: number;
  problems: Problem[];
}

/** Received messages that could not be read: reason, time, and buttons for each. */
export function ProblemRows({ accountId, problems }: ProblemRowsProps) {
  const { href, language } = usePage();
  const words = useWords(channelsWords);
  if (problems.length === 0) return <p class="py-2 text-meta text-soft">{words.noProblems}</p>;
  return (
    <ul class="list-rows">
      {problems.map(({ id, external_id, received_at, size, error, details, attempts, ...mail }) => (
        <li key={id} class="list-row max-md:flex-wrap" data-id={id}>
          <div class="min-w-0 flex-1 max-md:basis-full">
            {mail.subject && (
              <p class="line-clamp-2">
                <bdi>{mail.subject}</bdi>
              </p>
            )}
            {mail.from && (
              <p class="truncate text-label text-soft">
                <bdi>
                  {mail.from.name ? `${mail.from.name} <${mail.from.address}>` : mail.from.address}
                </bdi>
              </p>
            )}
            <p class="font-medium text-danger-text">{error}</p>
            {details && <p class="line-clamp-2 text-label text-soft">{details}</p>}
            <p class="text-label text-soft">
              <Time at={received_at} /> · <bdi>{external_id}</bdi> · {sizeText(size, language)} ·
              {" "}
              {words.attempts(attempts)}
            </p>
          </div>
          <p class="flex shrink-0 gap-2">
            <button type="button" class="button" data-problem={id}>
              {words.again}
              <span class="sr-only">{external_id}</span>
            </button>
            <a
              class="button"
              href={href(`/api/admin/channels/${accountId}/problems/${id}/raw`)}
              download
            >
              <Icon name="download" />
              {words.raw}
              <span class="sr-only">{external_id}</span>
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}
