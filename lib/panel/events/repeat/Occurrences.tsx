import { usePage, useWords } from "@/components/page.ts";
import type { OtherOccurrence } from "@/lib/crm/events/occurrences.ts";
import type { Say } from "@/lib/panel/events/calendar/say.ts";
import { ruleWords, type SpokenRule } from "@/lib/panel/events/repeat/rule_words.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";

interface OccurrencesProps {
  /** The occurrence whose page it is. */
  id: number;
  rule: SpokenRule;
  day: string;
  occurrences: OtherOccurrence[];
  say: Say;
}

/** The rule of a series in words, and links to the occurrences around this one. */
export function Occurrences(props: OccurrencesProps) {
  const { href, language } = usePage();
  const { id, rule, day, occurrences, say } = props;
  const words = useWords(repeatWords);
  return (
    <>
      <p>
        {ruleWords(rule, day, language)}.{" "}
        <span class="text-soft">{words.inAll(occurrences[0]?.total ?? 1)}</span>
      </p>
      <ul class="occurrences">
        {occurrences.map((one) => {
          const when = say.when({
            start: one.starts_at.getTime(),
            end: one.ends_at.getTime(),
            isAllDay: one.all_day,
          });
          return (
            <li key={one.id}>
              <a
                href={href(`/panel/events/${one.id}`)}
                aria-current={one.id === id ? "page" : undefined}
              >
                {when}
              </a>
              {one.id === id
                ? <span class="text-label text-soft">{words.thisOne}</span>
                : one.set_apart && <span class="text-label text-soft">{words.setApart}</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
