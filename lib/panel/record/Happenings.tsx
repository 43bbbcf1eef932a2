import { usePage, useWords } from "@/components/page.ts";
import { Initials } from "@/components/Initials.tsx";
import { dayIn, formatHour, formatNearDay } from "@/lib/values/dates.ts";
import { pathOf } from "@/lib/panel/live/change.ts";
import { historyWords, sayDeed } from "@/lib/panel/record/history_words.ts";

/** Something that happened in the company, as the API gives it. */
export interface Happening {
  id: number;
  at: Date;
  verb: string;
  changes?: unknown;
  actor: { id: number; name: string | null } | null;
  actor_kind: "user" | "public" | "system";
  subject: { type: string; id: number; name: string | null } | null;
  /** How often in a row. */
  times?: number;
}

interface HappeningsProps {
  happenings: Happening[];
  nounName: (noun: string) => string;
}

/** Activities, each below its day. */
export function Happenings({ happenings, nounName }: HappeningsProps) {
  const { language, now, timeZone } = usePage();
  const today = dayIn(timeZone, now);
  const days = Map.groupBy(happenings, ({ at }) => dayIn(timeZone, at));
  return (
    <div class="task-days space-y-6">
      {[...days].map(([day, inside]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2
            id={`day-${day}`}
            class="mb-1 border-b border-line pb-1.5 font-semibold first-letter:uppercase"
          >
            {formatNearDay(day, language, today)}
          </h2>
          <ol>
            {inside.map((happening) => (
              <Line key={happening.id} happening={happening} nounName={nounName} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Line(
  { happening, nounName }: Omit<HappeningsProps, "happenings"> & {
    happening: Happening;
  },
) {
  const page = usePage();
  const { language } = page;
  const words = useWords(historyWords);
  const { actor, actor_kind, verb, changes, subject, at, times = 1 } = happening;
  const who = actor ? actor.name ?? "" : actor_kind === "system" ? words.system : words.public;
  const deed = sayDeed({ noun: subject?.type, verb, changes }, language);
  return (
    <li class="flex min-h-10 items-center gap-3 border-b border-line py-1.5 text-meta">
      <Initials name={who} small />
      <p class="min-w-0 flex-1 text-soft">
        <bdi class="font-medium text-text">{who}</bdi> {deed}
        {subject && (
          <>
            {" · "}
            {nounName(subject.type)}{" "}
            <a
              class="text-text underline decoration-line-strong underline-offset-2"
              href={page.href(
                subject.type !== "company"
                  ? `/panel/${pathOf({ ...subject, noun: subject.type })}`
                  : `/panel/settings/${verb === "hours_changed" ? "hours" : "sales"}`,
              )}
            >
              <bdi>{subject.name ?? `#${subject.id}`}</bdi>
            </a>
          </>
        )}
        {times > 1 && ` · ${historyWords.times(times)[language]}`}
      </p>
      <time dateTime={at.toISOString()} class="shrink-0 text-label tabular-nums text-soft">
        {formatHour(at, page)}
      </time>
    </li>
  );
}
