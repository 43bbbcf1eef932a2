import { useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import type { BulkAction } from "@/lib/panel/list/bulk/bulk_action.ts";
import { bulkWords } from "@/lib/panel/list/bulk/words.ts";

interface BulkMenuProps {
  action: BulkAction;
  tags: string[];
  isBusy: boolean;
  onOpen(): void;
  onChoose(value: unknown): void;
}

/** A verb of the bar: one press, or a menu of what it takes. */
export function BulkMenu({ action, tags, isBusy, onOpen, onChoose }: BulkMenuProps) {
  const { field, label, icon, value, options, isDanger, shortcut } = action;
  const id = `bulk-${field}`;
  const look = `button button-plain ${isDanger ? "button-danger" : ""}`;
  const face = (
    <>
      <Icon name={icon} />
      {label}
    </>
  );
  if (value !== undefined) {
    return (
      <button
        type="button"
        class={look}
        title={label}
        disabled={isBusy}
        data-command={label}
        aria-keyshortcuts={shortcut}
        onClick={() => onChoose(value)}
      >
        {face}
      </button>
    );
  }
  const choose = (chosen: unknown) => {
    document.getElementById(id)?.hidePopover();
    onChoose(chosen);
  };
  return (
    <span class="relative">
      <button
        type="button"
        class={look}
        title={label}
        disabled={isBusy}
        data-command={label}
        popovertarget={id}
        onClick={onOpen}
      >
        {face}
      </button>
      <div id={id} popover="auto" class="menu anchored bulk-menu" aria-label={label}>
        {options
          ? options.map((option) => (
            <button
              key={option.value}
              type="button"
              class="menu-item"
              onClick={() => choose(option.value)}
            >
              {option.label}
            </button>
          ))
          : <TagForm id={id} tags={tags} onChoose={choose} />}
      </div>
    </span>
  );
}

interface TagFormProps {
  id: string;
  tags: string[];
  onChoose(value: { add: string[] } | { remove: string[] }): void;
}

function TagForm({ id, tags, onChoose }: TagFormProps) {
  const [text, setText] = useState("");
  const words = useWords(bulkWords);
  const typed = text.split(",").map((tag) => tag.trim()).filter(Boolean);
  const send = (verb: "add" | "remove") => {
    if (typed.length === 0) return;
    setText("");
    onChoose(verb === "add" ? { add: typed } : { remove: typed });
  };
  return (
    <form
      class="w-64 space-y-2 p-2"
      onSubmit={(event) => {
        event.preventDefault();
        send("add");
      }}
    >
      <label class="block text-label text-soft">
        {words.tag}
        <input
          type="text"
          class="control mt-1 text-text"
          list={`${id}-tags`}
          autocomplete="off"
          data-most={200}
          dir="auto"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <datalist id={`${id}-tags`}>
        {tags.map((tag) => <option key={tag} value={tag} />)}
      </datalist>
      <div class="flex gap-2">
        <button type="submit" class="button button-primary flex-1" disabled={!typed.length}>
          {words.addTag}
        </button>
        <button
          type="button"
          class="button flex-1"
          disabled={!typed.length}
          onClick={() => send("remove")}
        >
          {words.removeTag}
        </button>
      </div>
    </form>
  );
}
