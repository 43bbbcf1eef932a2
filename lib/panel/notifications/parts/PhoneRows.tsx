import { usePage, useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import { formatTime } from "@/lib/values/dates.ts";
import { phoneWords } from "@/lib/panel/notifications/phone_words.ts";

interface ListedPhone {
  id: string;
  userId: string;
  name: string;
  createdAt: Date;
  lastSeenAt: Date | null;
  isMember: boolean;
  pairedBy: { kind: "member" | "key"; name: string } | null;
}

interface PhoneRowsProps {
  rows: ListedPhone[];
}

/** The paired phones, each with whose it is, who paired it and when it last called. */
export function PhoneRows({ rows }: PhoneRowsProps) {
  const page = usePage();
  const { companyId } = page;
  const words = useWords(phoneWords);
  const byWhom = { member: words.pairedBy, key: words.pairedByKey };
  return (
    <ul class="list-rows">
      {rows.map((row) => (
        <li key={row.id} class="list-row" data-id={row.id}>
          <div class="min-w-0 flex-1 lg:grid lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-4">
            <div class="min-w-0">
              <p class="flex flex-wrap items-baseline gap-x-2">
                <span class="min-w-0 truncate font-medium">
                  <bdi>{row.userId}</bdi>
                </span>
                <span class="text-soft">
                  <bdi>{row.name}</bdi>
                </span>
                {row.isMember && <span class="tag">{words.member}</span>}
              </p>
              <p class="text-label text-soft">
                {words.pairedAt(formatTime(row.createdAt, page))}
                {row.pairedBy && ` ${byWhom[row.pairedBy.kind](row.pairedBy.name)}`}
                {" · "}
                <a
                  class="whitespace-nowrap underline underline-offset-2 hover:text-text"
                  href={`/panel/notifications?${new URLSearchParams({
                    company_id: String(companyId),
                    userId: row.userId,
                  })}`}
                >
                  {words.sent}
                </a>
              </p>
            </div>
            <p class="text-soft lg:text-right">
              {row.lastSeenAt
                ? (
                  <>
                    {words.seen}: <Time at={row.lastSeenAt} />
                  </>
                )
                : words.never}
            </p>
          </div>
          <button
            type="button"
            class="button button-danger shrink-0"
            data-verb="unpair"
            data-opens=""
            data-of={row.id}
            data-name={`${row.name} · ${row.userId}`}
          >
            {words.unpair}
            <span class="sr-only">{row.userId}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
