import { paletteKeys } from "@/lib/panel/frame/palette/early_keys.ts";
import { useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { later } from "@/lib/panel/page/later.ts";
import { useCommandKey } from "@/lib/panel/frame/use_command_key.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { frameWords } from "@/lib/panel/frame/words.ts";

const PaletteCommands = later(
  () => import("@/lib/panel/frame/PaletteCommands.tsx"),
  "PaletteCommands",
);

interface CommandPaletteProps {
  /** Sections, and forms that make something. */
  places: { label: string; href: string }[];
  creations: { label: string; href: string }[];
}

/** Ctrl/⌘ K: finds records, leads anywhere, makes things, and presses the buttons of the page. */
export function CommandPalette({ places, creations }: CommandPaletteProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [active, setActive] = useState<string>();
  const [keys, setKeys] = useState(paletteKeys);
  const dialog = useDialog();
  const { palette: words } = useWords(frameWords);

  function open() {
    setText("");
    setKeys(paletteKeys());
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

  function press(event: KeyboardEvent) {
    if (!["ArrowDown", "ArrowUp", "Enter"].includes(event.key)) return;
    event.preventDefault();
    keys.press(event.key);
  }

  return (
    <>
      <PaletteButton onPress={open} />
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
            aria-activedescendant={active}
            aria-label={words.title}
            autocomplete="off"
            class="w-full rounded-t-lg border-b border-line bg-transparent px-4 py-3 text-body -outline-offset-2"
            placeholder={words.placeholder}
            value={text}
            dir="auto"
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={press}
          />
          <ul
            id="commands"
            role="listbox"
            class="min-h-0 flex-1 overflow-y-auto p-2"
            aria-label={words.title}
          >
            {isOpen && (
              <PaletteCommands
                places={places}
                creations={creations}
                text={text}
                words={words}
                keys={keys}
                onActive={setActive}
                onClose={dialog.close}
              />
            )}
          </ul>
        </div>
      </dialog>
    </>
  );
}

function PaletteButton({ onPress }: { onPress(): void }) {
  const command = useCommandKey();
  const { search } = useWords(frameWords);
  return (
    <button
      type="button"
      class="flex h-11 items-center gap-2 rounded-md px-2 text-soft hover:bg-hover hover:text-text max-md:w-11 max-md:justify-center md:h-8 md:border md:border-line md:bg-raised slim:justify-center slim:px-0"
      aria-keyshortcuts="Control+K Meta+K"
      data-opens=""
      onClick={onPress}
    >
      <Icon name="search" />
      <span class="max-md:sr-only slim:sr-only">{search}</span>
      <kbd aria-hidden="true" class="ml-auto hidden font-sans text-label md:inline slim:hidden">
        {command} K
      </kbd>
    </button>
  );
}
