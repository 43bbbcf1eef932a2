import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Initials } from "@/components/Initials.tsx";
import { formatDue, formatInstant } from "@/lib/values/dates.ts";
import { formatMoney } from "@/lib/values/money.ts";
import { commonWords } from "@/lib/words/common.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

/** An opportunity as its card shows it. */
export interface Card {
  id: number;
  version: number;
  title: string;
  client: { id: number; name: string | null };
  assignee: { id: number; name: string | null } | null;
  amount: number;
  next_action_at: Date | null;
  next_action_note: string | null;
  rotting_days: number | null;
  tags: string[];
}

interface BoardCardProps {
  card: Card;
  currency: string;
}

/** A card of the board: a link, which the board's island lets one carry. */
export function BoardCard({ card, currency }: BoardCardProps) {
  const { href, language } = usePage();
  const words = useWords(opportunityWords);
  const { days } = useWords(commonWords);
  return (
    <li
      class="board-card"
      data-card={card.id}
      data-version={card.version}
      data-title={card.title}
    >
      <a
        id={`card-${card.id}`}
        class="board-link"
        href={href(`/panel/opportunities/${card.id}`)}
        aria-describedby="board-keys"
        draggable={false}
        dir="auto"
      >
        {card.title}
      </a>
      <p class="truncate text-soft" dir="auto">{card.client.name}</p>
      <NextStep at={card.next_action_at} note={card.next_action_note} />
      <p class="flex items-center gap-2">
        <span class="font-medium tabular-nums">
          {formatMoney(card.amount, { language, currency })}
        </span>
        {card.rotting_days !== null && (
          <span
            class="inline-flex items-center gap-1 rounded-sm bg-warning px-1 text-tiny font-medium text-warning-text"
            title={words.rottingWhy(days(card.rotting_days))}
          >
            <Icon name="clock" class="size-3" />
            {words.rotting(days(card.rotting_days))}
          </span>
        )}
        {card.assignee?.name && (
          <span class="ml-auto">
            <Initials name={card.assignee.name} title={card.assignee.name} small />
          </span>
        )}
      </p>
    </li>
  );
}

interface NextStepProps {
  at: Date | null;
  note: string | null;
}

/** The next step with its day: red when that is past, hollow when there is none. */
export function NextStep({ at, note }: NextStepProps) {
  const page = usePage();
  const { language } = page;
  if (!at && !note) {
    return (
      <p class="next-step text-soft">
        <span class="next-step-dot next-step-none" aria-hidden="true" />
        {opportunityWords.noNextStep[language]}
      </p>
    );
  }
  const due = at && formatDue(at, page);
  return (
    <p class="next-step">
      <span
        class={`next-step-dot ${due?.isPast ? "bg-danger-solid" : "bg-info-solid"}`}
        aria-hidden="true"
      />
      {note && <span class="min-w-0 truncate" dir="auto">{note}</span>}
      {at && due && (
        <time
          dateTime={at.toISOString()}
          title={formatInstant(at, page)}
          class={`shrink-0 ${due.isPast ? "font-medium text-danger-text" : "text-soft"}`}
        >
          {note ? `· ${due.text}` : due.text}
        </time>
      )}
    </p>
  );
}
