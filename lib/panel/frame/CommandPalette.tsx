import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { useStateFor } from "@/components/use_state_for.ts";
import { type Command, useCommands } from "@/lib/panel/frame/use_commands.ts";
import { useCommandKey } from "@/lib/panel/frame/use_command_key.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { frameWords } from "@/lib/panel/frame/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface CommandPaletteProps {
  companyId: number;
  language: Language;
  timeZone: string;
  /** Sections, and forms that make something. */
  places: { label: string; href: string }[];
  creations: { label: string; href: string }[];
}

/** Ctrl/⌘ K: finds records, leads anywhere, makes things, and presses the buttons of the page. */
export function CommandPalette(
  { companyId, language, timeZone, places, creations }: CommandPaletteProps,
) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [at, setAt] = useStateFor(text, 0);
  const command = useCommandKey();
  const dialog = useDialog();
  const { palette: words, search } = speak(frameWords, language);
  const fixed = [
    ...places.map((place) => ({ group: words.go, ...place })),
    ...creations.map((creation) => ({ group: words.create, ...creation })),
  ];
  const groups = { recent: words.recent, here: words.here, kinds: words.kinds };
  const found = useCommands({ isOpen, text, companyId, language, timeZone, fixed, groups });
  const commands = isOpen ? found : [];

  function open() {
    setText("");
    setAt(0);
    setOpen(true);
    dialog.open();
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  useEffect(() => {
    document.getElementById(`command-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function run(command: Command | undefined) {
    if (!command) return;
    dialog.close();
    if (command.run) command.run();
    else if (command.href) location.assign(command.href);
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((at + step + commands.length) % Math.max(commands.length, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(commands[at]);
    }
  }

  return (
    <>
      <button
        type="button"
        class="flex h-11 items-center gap-2 rounded-md px-2 text-soft hover:bg-hover hover:text-text max-md:w-11 max-md:justify-center md:h-8 md:border md:border-line md:bg-raised slim:justify-center slim:px-0"
        aria-keyshortcuts="Control+K Meta+K"
        data-opens=""
        onClick={open}
      >
        <Icon name="search" />
        <span class="max-md:sr-only slim:sr-only">{search}</span>
        <kbd aria-hidden="true" class="ml-auto hidden font-sans text-label md:inline slim:hidden">
          {command} K
        </kbd>
      </button>
      <dialog
        ref={dialog.ref}
        class="palette"
        aria-label={words.title}
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === event.currentTarget && dialog.close()}
      >
        <div class="flex max-h-[70dvh] flex-col">
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="commands"
            aria-activedescendant={commands.length > 0 ? `command-${at}` : undefined}
            aria-label={words.title}
            autocomplete="off"
            class="w-full rounded-t-lg border-b border-line bg-transparent px-4 py-3 text-body -outline-offset-2"
            placeholder={words.placeholder}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={press}
          />
          <ul
            id="commands"
            role="listbox"
            class="min-h-0 flex-1 overflow-y-auto p-2"
            aria-label={words.title}
          >
            {commands.map((command, index) => (
              <Line
                key={`${command.group}:${command.label}:${command.href}`}
                command={command}
                isFirst={commands[index - 1]?.group !== command.group}
                id={`command-${index}`}
                isActive={index === at}
                onRun={() => run(command)}
              />
            ))}
            {isOpen && commands.length === 0 && (
              <li role="presentation" class="px-2 py-4 text-center text-soft">{words.nothing}</li>
            )}
          </ul>
        </div>
      </dialog>
    </>
  );
}

interface LineProps {
  command: Command;
  isFirst: boolean;
  id: string;
  isActive: boolean;
  onRun(): void;
}

function Line({ command, isFirst, id, isActive, onRun }: LineProps) {
  return (
    <>
      {isFirst && (
        <li role="presentation" class="px-2 pb-1 pt-2 text-label font-medium text-soft">
          {command.group}
        </li>
      )}
      <li
        id={id}
        role="option"
        aria-selected={isActive}
        class="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2 aria-selected:bg-accent-soft"
        onClick={onRun}
      >
        <span class="truncate">{command.label}</span>
        {command.note && <span class="ml-auto truncate text-label text-soft">{command.note}</span>}
      </li>
    </>
  );
}
