import { useWords } from "@/components/page.ts";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { Understood } from "@/lib/panel/tasks/parts/Understood.tsx";
import { type QuickAddOptions, useQuickAdd } from "@/lib/panel/tasks/use_quick_add.ts";
import { useLeaveGuard, useOpening } from "@/lib/panel/page/use_dialog.ts";
import { quickAddWords } from "@/lib/panel/tasks/quick_add_words.ts";

/** The line in which a task is written; what it is understood as stands below it. */
export function QuickAdd(props: QuickAddOptions) {
  const { people } = props;
  const words = useWords(quickAddWords);
  const quick = useQuickAdd(props);
  const input = useRef<HTMLInputElement>(null);
  const id = "quick-add";
  useLeaveGuard(quick.line.trim() !== "");

  useEffect(() => {
    // A finger that opens the page does not want the keyboard over it.
    const isDesk = matchMedia("(pointer: fine)").matches;
    if (isDesk && document.activeElement === document.body) {
      input.current?.focus({ preventScroll: true });
    }
  }, []);
  useOpening({ hash: "#new", shortcut: "c", open: () => input.current?.focus() });

  return (
    <form
      class="quick-add"
      onSubmit={(event) => {
        event.preventDefault();
        quick.send();
      }}
    >
      <label for={id} class="sr-only">{words.label}</label>
      <div class="quick-add-line">
        <Icon name="plus" class="size-4 shrink-0 text-soft" />
        <input
          ref={input}
          id={id}
          type="text"
          class="min-w-0 flex-1 bg-transparent py-2 outline-none"
          placeholder={words.placeholder}
          autocomplete="off"
          data-most={300}
          dir="auto"
          value={quick.line}
          readOnly={quick.isSending}
          aria-describedby={`${id}-hint`}
          aria-invalid={quick.failure ? "true" : undefined}
          aria-keyshortcuts="c"
          onInput={(event) => quick.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && quick.line === "") event.currentTarget.blur();
            else if (event.key === "Escape") quick.type("");
          }}
        />
        <button
          type="submit"
          class="button button-plain"
          disabled={quick.isSending || quick.line.trim() === ""}
        >
          {words.add}
        </button>
      </div>
      <p id={`${id}-hint`} class={quick.line === "" ? "quick-add-below text-soft" : "sr-only"}>
        {words.hint}
      </p>
      <p role="alert" class="quick-add-below text-danger-text empty:hidden">{quick.failure}</p>
      {quick.line !== "" && (
        <Understood {...quick} people={people} onLeave={quick.leave} onPick={quick.pick} />
      )}
    </form>
  );
}
