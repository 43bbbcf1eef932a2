import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { ColumnName } from "@/lib/panel/list/views/saved_views.ts";
import { viewWords } from "@/lib/panel/list/views/words.ts";

interface ColumnsMenuProps {
  /** Columns in their order, hidden ones last. */
  columns: ColumnName[];
  onApply(names: string[] | null): void;
}

/** Chooses which columns the list shows and in what order; the first one stays. */
export function ColumnsMenu({ columns, onApply }: ColumnsMenuProps) {
  const [list, setList] = useState(columns);
  const words = useWords(viewWords);
  const swap = (at: number, to: number) => {
    const next = [...list];
    [next[at], next[to]] = [next[to]!, next[at]!];
    setList(next);
  };
  return (
    <form
      class="w-64 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(list.filter(({ isShown }) => isShown).map(({ name }) => name));
      }}
    >
      <ul class="max-h-80 overflow-y-auto">
        {list.map(({ name, label, isShown }, at) => (
          <li key={name} class="flex items-center gap-1">
            <label class="flex min-h-8 min-w-0 flex-1 items-center gap-2 px-1">
              <input
                type="checkbox"
                checked={isShown}
                disabled={at === 0}
                onChange={() => setList(list.with(at, { name, label, isShown: !isShown }))}
              />
              <span class="truncate">{label}</span>
            </label>
            {at > 0 && (
              <>
                <Step
                  icon="arrow-up"
                  label={words.up(label)}
                  isOff={at === 1}
                  onPress={() => swap(at, at - 1)}
                />
                <Step
                  icon="arrow-down"
                  label={words.down(label)}
                  isOff={at === list.length - 1}
                  onPress={() => swap(at, at + 1)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <div class="mt-1 flex gap-2 border-t border-line p-1 pt-2">
        <button type="button" class="button flex-1" onClick={() => onApply(null)}>
          {words.usual}
        </button>
        <button type="submit" class="button button-primary">{words.apply}</button>
      </div>
    </form>
  );
}

interface StepProps {
  icon: "arrow-up" | "arrow-down";
  label: string;
  isOff: boolean;
  onPress(): void;
}

function Step({ icon, label, isOff, onPress }: StepProps) {
  return (
    <button
      type="button"
      class="button button-plain button-icon text-soft"
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      <Icon name={icon} class="size-3.5" />
      <span class="sr-only">{label}</span>
    </button>
  );
}
