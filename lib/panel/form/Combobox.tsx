import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ControlProps } from "@/components/Field.tsx";
import { type Option, useOptions } from "@/lib/panel/form/use_options.ts";
import { useStateFor } from "@/components/use_state_for.ts";
import { commonWords } from "@/lib/words/common.ts";

interface ComboboxProps<T> {
  control: ControlProps;
  list: string;
  query?: Record<string, string>;
  /** Label of the picked option. */
  label: string;
  toOption: (record: T) => Option;
  onPick(option: Option | null): void;
  /** Offered below the options for what was typed; gives the new one, or null if there is none. */
  create?: { label: (text: string) => string; run: (text: string) => Promise<Option | null> };
  isOptional?: boolean;
}

/** Picks a record by typing (WAI-ARIA combobox with a list): arrows, Enter, Escape. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { control, create } = props;
  const box = useCombobox(props);
  const listId = `${control.id}-list`;
  return (
    <div class="relative">
      <input
        {...control}
        type="text"
        role="combobox"
        autocomplete="off"
        class="control"
        aria-expanded={box.isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={box.isOpen && box.count > 0 ? `${listId}-${box.at}` : undefined}
        value={box.text}
        dir="auto"
        readOnly={box.isCreating}
        aria-busy={box.isCreating}
        onFocus={(event) => event.currentTarget.select()}
        onClick={box.open}
        onInput={(event) => box.type(event.currentTarget.value)}
        onKeyDown={box.press}
        onBlur={box.close}
      />
      {box.isOpen && (
        <OptionList
          id={listId}
          options={box.options}
          at={box.at}
          label={box.canCreate ? create!.label(box.typed.trim()) : null}
          onTake={box.take}
        />
      )}
    </div>
  );
}

function useCombobox<T>(props: Omit<ComboboxProps<T>, "control">) {
  const { companyId, language } = usePage();
  const { list, query, toOption, onPick, create } = props;
  const [text, setText] = useStateFor(props.label, props.label);
  const [isOpen, setOpen] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const picked = useRef(props.label);
  const typed = isTyped ? text : "";
  const [at, setAt] = useStateFor(typed, 0);
  const search = { text: typed, isOpen, companyId, language };
  const options = useOptions<T>({ ...search, list, query, toOption });
  // Not before it is known what there is already.
  const canCreate = create !== undefined && typed.trim() !== "" && options !== null;
  const count = (options?.length ?? 0) + (canCreate ? 1 : 0);

  useEffect(() => {
    picked.current = props.label;
  }, [props.label]);

  function close() {
    setOpen(false);
    setTyped(false);
    setText(picked.current);
  }

  function take(index: number) {
    const option = options?.[index];
    setOpen(false);
    setTyped(false);
    if (option) pick(option);
    else if (canCreate) make(typed.trim());
  }

  function pick(option: Option) {
    picked.current = option.label;
    setText(option.label);
    onPick(option);
  }

  async function make(text: string) {
    setCreating(true);
    const newOption = await create!.run(text);
    setCreating(false);
    if (newOption) pick(newOption);
    else setText(picked.current);
  }

  function press(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt((at + step + Math.max(count, 1)) % Math.max(count, 1));
    } else if (event.key === "Enter" && isOpen && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      take(at);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }

  function type(value: string) {
    setText(value);
    setTyped(true);
    setOpen(true);
    if (value === "" && props.isOptional) {
      picked.current = "";
      onPick(null);
    }
  }

  const open = () => setOpen(true);
  const state = { text, typed, isOpen, isCreating, options, at, count, canCreate };
  return { ...state, open, close, take, type, press };
}

interface OptionListProps {
  id: string;
  options: Option[] | null;
  at: number;
  /** Of the choice that creates a record; null where there is none. */
  label: string | null;
  onTake(index: number): void;
}

function OptionList({ id, options, at, label, onTake }: OptionListProps) {
  const words = useWords(commonWords);
  return (
    <ul id={id} role="listbox" class="options" aria-label={words.all}>
      {options?.map((option, index) => (
        <Choice
          key={option.id}
          id={`${id}-${index}`}
          isActive={index === at}
          onPick={() => onTake(index)}
        >
          <span class="truncate" dir="auto">{option.label}</span>
          {option.note && (
            <span class="truncate text-label text-soft" dir="auto">{option.note}</span>
          )}
        </Choice>
      ))}
      {label !== null && (
        <Choice
          id={`${id}-${options?.length ?? 0}`}
          isActive={at === (options?.length ?? 0)}
          onPick={() => onTake(options?.length ?? 0)}
        >
          {label}
        </Choice>
      )}
      {options === null && (
        <li role="presentation" class="px-2 py-1.5 text-soft">{words.loading}</li>
      )}
      {options?.length === 0 && label === null && (
        <li role="presentation" class="px-2 py-1.5 text-soft">{words.nothingFound}</li>
      )}
    </ul>
  );
}

interface ChoiceProps {
  id: string;
  isActive: boolean;
  onPick(): void;
  children: preact.ComponentChildren;
}

/** One option of a list below a field. */
export function Choice({ id, isActive, onPick, children }: ChoiceProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      class="flex flex-col rounded-md px-2 py-1.5 aria-selected:bg-accent-soft"
      // The input keeps the focus, so that its blur does not close the list first.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {children}
    </li>
  );
}
