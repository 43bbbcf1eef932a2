import type { PaletteKeys } from "@/lib/panel/frame/palette/early_keys.ts";
import type { Command } from "@/lib/panel/frame/palette/command.ts";
import { usePage } from "@/components/page.ts";
import { useEffect, useRef } from "preact/hooks";
import { useStateFor } from "@/components/use_state_for.ts";
import { alsoCalled, furtherPlaces } from "@/lib/panel/frame/palette/places.ts";
import { useCommands } from "@/lib/panel/frame/use_commands.ts";
import type { frameWords } from "@/lib/panel/frame/words.ts";
import type { Spoken } from "@/lib/words/language.ts";

interface PaletteCommandsProps {
  places: { label: string; href: string }[];
  creations: { label: string; href: string }[];
  /** Text typed into the palette. */
  text: string;
  words: Spoken<typeof frameWords>["palette"];
  keys: PaletteKeys;
  onActive(id: string | undefined): void;
  onClose(): void;
}

/** Commands of the palette that match the text. */
export function PaletteCommands(props: PaletteCommandsProps) {
  const { companyId, language, timeZone } = usePage();
  const { text, words, keys, onActive, onClose } = props;
  const [at, setAt] = useStateFor(text, 0);
  const fixed = [
    ...props.places.map((place) => ({ group: words.go, ...place })),
    ...props.creations.map((creation) => ({
      group: words.create,
      ...creation,
      also: alsoCalled(creation.href, language),
    })),
    ...furtherPlaces({ companyId, language }).map((place) => ({ group: words.go, ...place })),
  ];
  const groups = {
    recent: words.recent,
    here: words.here,
    create: words.create,
    kinds: words.kinds,
  };
  const commands = useCommands({ text, companyId, language, timeZone, fixed, groups });
  const isEmpty = commands.length === 0;

  useEffect(() => {
    document.getElementById(`command-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  useEffect(() => onActive(isEmpty ? undefined : `command-${at}`), [at, isEmpty]);

  function run(command: Command | undefined) {
    if (!command) return;
    onClose();
    if (command.run) command.run();
    else if (command.href) location.assign(command.href);
  }

  const press = useRef<(key: string) => void>();
  press.current = (key) => {
    if (key === "Enter") return run(commands[at]);
    const step = key === "ArrowDown" ? 1 : -1;
    setAt((at + step + commands.length) % Math.max(commands.length, 1));
  };
  useEffect(() => keys.listen((key) => press.current!(key)), [keys]);

  return (
    <>
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
      {isEmpty && (
        <li role="presentation" class="px-2 py-4 text-center text-soft">{words.nothing}</li>
      )}
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
        <span class="truncate" dir="auto">{command.label}</span>
        {command.note && (
          <span class="ml-auto truncate text-label text-soft" dir="auto">{command.note}</span>
        )}
      </li>
    </>
  );
}
