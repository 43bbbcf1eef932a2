import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { dayIn, formatNearDay } from "@/lib/values/dates.ts";
import type { Part, QuickTask } from "@/lib/panel/tasks/quick_add.ts";
import type { QuickClient } from "@/lib/panel/tasks/use_quick_add.ts";
import { quickAddWords } from "@/lib/panel/tasks/quick_add_words.ts";
import { taskWords } from "@/lib/panel/tasks/words.ts";

interface UnderstoodProps {
  task: QuickTask;
  assigneeId: number;
  /** Client that the line names, where it may name one. */
  client?: QuickClient | null;
  /** Clients to choose from, where several fit. */
  offered?: QuickClient[];
  /** Leaves a part in the title. */
  onLeave(text: string): void;
  onPick?(client: QuickClient | null): void;
  people: { id: number; name: string }[];
}

/** The parsed parts of a line; each can be put back into the title. */
export function Understood(props: UnderstoodProps) {
  const { language, timeZone } = usePage();
  const { task, client, offered = [], assigneeId, onLeave, onPick } = props;
  const { people } = props;
  const words = useWords(quickAddWords);
  const { priorities, kinds } = useWords(taskWords);
  const partOf = (kind: Part["kind"]) => task.parts.find((part) => part.kind === kind);
  const today = dayIn(timeZone, new Date());
  const leave = (part: Part | undefined) =>
    part && { label: words.leave(part.text), run: () => onLeave(part.text) };
  const hours = [task.time, task.until].filter(Boolean).join("–");
  const day = [task.day && formatNearDay(task.day, language, today), hours];
  return (
    <div class="quick-add-below flex flex-wrap items-center gap-1.5" aria-live="polite">
      <span class="sr-only">{words.understood}</span>
      {task.title && <span class="font-medium">{task.title}</span>}
      {task.day && (
        <Chip
          icon="calendar"
          name={words.day}
          remove={leave(partOf("day") ?? partOf("time"))}
        >
          {day.filter(Boolean).join(" ")}
        </Chip>
      )}
      {task.priority && (
        <Chip icon="circle-alert" name={words.priority} remove={leave(partOf("priority"))}>
          {priorities[task.priority]}
        </Chip>
      )}
      {task.kind && (
        <Chip icon="tag" name={words.kind} remove={leave(partOf("kind"))}>{kinds[task.kind]}</Chip>
      )}
      {client && (
        <Chip
          icon="building-2"
          name={words.client}
          remove={{ label: words.unlink(client.name), run: () => onPick?.(null) }}
        >
          {client.name}
        </Chip>
      )}
      {offered.map((one) => (
        <button
          key={one.id}
          type="button"
          class="chip chip-empty"
          onClick={() => onPick?.(one)}
        >
          {words.isFor(one.name)}
        </button>
      ))}
      <Chip icon="user" name={words.person} remove={leave(partOf("person"))}>
        {people.find(({ id }) => id === assigneeId)?.name}
      </Chip>
    </div>
  );
}

interface ChipProps {
  icon: IconName;
  /** Name for a screen reader. */
  name: string;
  remove?: { label: string; run(): void };
  children: ComponentChildren;
}

function Chip({ icon, name, remove, children }: ChipProps) {
  return (
    <span class="chip gap-1.5 pl-2 pr-2">
      <Icon name={icon} class="size-3.5 text-soft" />
      <span class="sr-only">{name}</span>
      {children}
      {remove && (
        <button
          type="button"
          class="chip-remove -mr-2"
          title={remove.label}
          onClick={remove.run}
        >
          <Icon name="x" class="size-3.5" />
          <span class="sr-only">{remove.label}</span>
        </button>
      )}
    </span>
  );
}
