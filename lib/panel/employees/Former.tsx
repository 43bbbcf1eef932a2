import { usePage, useWords } from "@/components/page.ts";
import type { HandedOver } from "@/lib/figures/handed_over.ts";
import { employeeWords } from "@/lib/panel/employees/words.ts";
import { type Happening, Happenings } from "@/lib/panel/record/Happenings.tsx";
import { Panel } from "@/lib/panel/record/RecordPage.tsx";

export interface FormerWork {
  /** Colleagues to whom the open work went. */
  heirs: HandedOver[];
  /** Their latest activities. */
  happenings: Happening[];
}

interface FormerProps extends FormerWork {
  nounName: (noun: string) => string;
  userId: number;
}

/** Shows who has the work of an employee who left, and what they did. */
export function Former(props: FormerProps) {
  const page = usePage();
  const { href } = page;
  const { heirs, happenings, nounName, userId } = props;
  const words = useWords(employeeWords);
  const link = "underline decoration-line-strong underline-offset-2 hover:text-text";
  return (
    <>
      <Panel title={words.heirs}>
        {heirs.length === 0 && <p class="text-soft">{words.noHeirs}</p>}
        <ul class="facts">
          {heirs.map(({ person, count }) => (
            <li key={person?.id ?? "nobody"} class="flex gap-3 py-1">
              {person
                ? (
                  <a class={link} href={href(`/panel/employees/${person.id}`)}>
                    <bdi>{person.name}</bdi>
                  </a>
                )
                : <span>{words.unassigned}</span>}
              <span class="tabular-nums text-soft">{words.handedOver(count)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={words.deeds}>
        {happenings.length === 0 ? <p class="text-soft">{words.noDeeds}</p> : (
          <>
            <Happenings happenings={happenings} nounName={nounName} />
            <p class="mt-3">
              <a class={link} href={page.href(`/panel/activities?actor_id=${userId}`)}>
                {words.allDeeds}
              </a>
            </p>
          </>
        )}
      </Panel>
    </>
  );
}
