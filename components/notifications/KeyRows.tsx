import { Time } from "@/components/Time.tsx";
import { formatTime, type TimeFormat } from "@/lib/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { keyWords } from "@/lib/words/panel/notify/keys.ts";

interface ListedKey {
  id: number;
  name: string;
  hint: string;
  createdBy: { name: string | null } | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

interface KeyRowsProps {
  keys: ListedKey[];
  companyId: number;
  format: TimeFormat;
}

/** The keys, each with who made it and when it was last used; those that work first. */
export function KeyRows({ keys, companyId, format }: KeyRowsProps) {
  const live = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <ul class="list-rows">
      {[...live, ...revoked].map((key) => (
        <KeyRow key={key.id} of={key} companyId={companyId} format={format} />
      ))}
    </ul>
  );
}

interface KeyRowProps extends Omit<KeyRowsProps, "keys"> {
  of: ListedKey;
}

function KeyRow({ of, companyId, format }: KeyRowProps) {
  const words = speak(keyWords, format.language);
  const made = formatTime(of.createdAt, format);
  return (
    <li class="list-row" data-id={of.id}>
      <div class="min-w-0 flex-1 lg:grid lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-4">
        <div class="min-w-0">
          <p class="flex flex-wrap items-baseline gap-x-2">
            <span class={`font-medium ${of.revokedAt ? "text-soft line-through" : ""}`}>
              {of.name}
            </span>
            <code class="text-label text-soft">{of.hint}…</code>
          </p>
          <p class="text-label text-soft">
            {of.createdBy?.name ? words.createdBy(of.createdBy.name, made) : words.createdAt(made)}
            {" · "}
            <a
              class="whitespace-nowrap underline underline-offset-2 hover:text-text"
              href={`/panel/notifications?company_id=${companyId}&keyId=${of.id}`}
            >
              {words.sent}
            </a>
          </p>
        </div>
        <p class="text-soft lg:text-right">
          {of.revokedAt
            ? (
              <>
                {words.revoked} <Time at={of.revokedAt} format={format} />
              </>
            )
            : of.lastUsedAt
            ? (
              <>
                {words.used}: <Time at={of.lastUsedAt} format={format} />
              </>
            )
            : words.never}
        </p>
      </div>
      <div class="w-24 shrink-0 text-right">
        {of.revokedAt === null && (
          <button
            type="button"
            class="button button-danger"
            data-verb="revoke"
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
