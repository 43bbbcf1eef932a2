import { usePage, useWords } from "@/components/page.ts";
import { Time } from "@/components/Time.tsx";
import type { KeyScope } from "@/lib/input/key_scope.ts";
import { dayIn, formatShortDay, formatTime, type TimeFormat } from "@/lib/values/dates.ts";
import { keyWords } from "@/lib/panel/notifications/keys/words.ts";

interface ListedKey {
  id: number;
  name: string;
  hint: string;
  createdBy: { name: string | null } | null;
  createdAt: Date;
  scope: KeyScope;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

interface KeyRowsProps {
  keys: ListedKey[];
}

/** The keys, each with who made it, what it may do and until when; those that work first. */
export function KeyRows({ keys }: KeyRowsProps) {
  const { now } = usePage();
  const live = keys.filter((key) => works(key, now));
  const ended = keys.filter((key) => !works(key, now));
  return (
    <ul class="list-rows">
      {[...live, ...ended].map((key) => <KeyRow key={key.id} of={key} />)}
    </ul>
  );
}

function works({ revokedAt, expiresAt }: ListedKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function KeyRow({ of }: { of: ListedKey }) {
  const page = usePage();
  const { href, now } = page;
  const words = useWords(keyWords);
  const createdAt = formatTime(of.createdAt, page);
  const isLive = works(of, now);
  return (
    <li class="list-row" data-id={of.id}>
      <div class="min-w-0 flex-1 lg:grid lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-4">
        <div class="min-w-0">
          <p class="flex flex-wrap items-baseline gap-x-2">
            <bdi class={`font-medium ${isLive ? "" : "text-soft line-through"}`}>
              {of.name}
            </bdi>
            <code class="text-label text-soft">{of.hint}…</code>
            {of.scope !== "all" && <span class="tag">{words.scopes[of.scope]}</span>}
          </p>
          <p class="text-label text-soft">
            {of.createdBy?.name
              ? words.createdBy(of.createdBy.name, createdAt)
              : words.createdAt(createdAt)}
            {isLive && of.expiresAt && ` · ${words.until(lastDayOf(of.expiresAt, page))}`}
            {" · "}
            <a
              class="whitespace-nowrap underline underline-offset-2 hover:text-text"
              href={href(`/panel/notifications?keyId=${of.id}`)}
            >
              {words.sent}
            </a>
          </p>
        </div>
        <p class="text-soft lg:text-right">
          <KeyState of={of} />
        </p>
      </div>
      <div class="w-24 shrink-0 text-right">
        {isLive && (
          <button
            type="button"
            class="button button-danger"
            data-verb="revoke"
            data-opens=""
            data-of={of.id}
            data-name={of.name}
          >
            {words.revoke}
            <span class="sr-only">{of.name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

/** When it ended, or was last used. */
function KeyState({ of }: { of: ListedKey }) {
  const { now } = usePage();
  const words = useWords(keyWords);
  const { revokedAt, expiresAt, lastUsedAt } = of;
  const event = revokedAt
    ? { text: words.revoked, at: revokedAt }
    : expiresAt && expiresAt <= now
    ? { text: words.expired, at: expiresAt }
    : lastUsedAt
    ? { text: `${words.used}:`, at: lastUsedAt }
    : null;
  if (!event) return <>{words.never}</>;
  return (
    <>
      {event.text} <Time at={event.at} />
    </>
  );
}

/** A key that ends with a day works on that day. */
function lastDayOf(expiresAt: Date, { language, timeZone, now }: TimeFormat): string {
  const day = dayIn(timeZone, new Date(expiresAt.getTime() - 1));
  return formatShortDay(day, language, dayIn(timeZone, now));
}
