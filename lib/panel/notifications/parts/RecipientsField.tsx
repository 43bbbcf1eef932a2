import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Choice } from "@/lib/panel/form/Combobox.tsx";
import { Field } from "@/components/Field.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { usersIn } from "@/lib/panel/notifications/draft.ts";
import { type Addressee, useAddressees } from "@/lib/panel/notifications/use_addressees.ts";
import { sendingWords } from "@/lib/panel/notifications/sending_words.ts";

interface RecipientsFieldProps {
  userIds: string[];
  error?: string;
  onChange(userIds: string[]): void;
}

/** Chips beyond these are counted only. */
const chipsShown = 12;
const listId = "recipients-list";

/**
 * Field of recipients: looked up by name (WAI-ARIA combobox), typed, or pasted with commas. Enter
 * or a comma adds what was typed, Backspace in an empty line removes the last one.
 */
export function RecipientsField(props: RecipientsFieldProps) {
  const { userIds, error, onChange } = props;
  const words = useWords(sendingWords);
  const field = useRecipients(props);
  return (
    <Field
      name="userId"
      label={words.to}
      note={userIds.length > 1 ? words.toMany(userIds.length) : undefined}
      hint={words.toHint}
      error={error}
    >
      {(control) => (
        <div class="relative">
          <div class="control recipient-field">
            <Chips userIds={userIds} onChange={onChange} />
            <div class="min-w-32 flex-1">
              <input
                {...control}
                type="text"
                role="combobox"
                dir="auto"
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                aria-expanded={field.hasChoices}
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={field.hasChoices ? `${listId}-${field.at}` : undefined}
                value={field.text}
                onInput={(event) => field.type(event.currentTarget.value)}
                onPaste={(event) => {
                  const pasted = event.clipboardData?.getData("text") ?? "";
                  if (usersIn(pasted).length < 2) return;
                  event.preventDefault();
                  field.add(usersIn(pasted));
                }}
                onKeyDown={field.press}
                onClick={field.open}
                onBlur={field.leave}
              />
            </div>
          </div>
          <Suggestions field={field} />
        </div>
      )}
    </Field>
  );
}

function useRecipients({ userIds, onChange }: RecipientsFieldProps) {
  const { companyId, language } = usePage();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const addressees = useAddressees({ text, isOpen, companyId, language });
  const options = (addressees ?? []).filter(({ userId }) => !userIds.includes(userId));
  const typed = text.trim();
  const canType = typed !== "" && !options.some(({ userId }) => userId === typed);
  const count = options.length + (canType ? 1 : 0);

  function add(users: string[]) {
    setText("");
    setAt(0);
    if (users.length > 0) onChange([...new Set([...userIds, ...users])]);
  }

  function take(index: number) {
    add(options[index] ? [options[index].userId] : usersIn(text));
    setOpen(false);
  }

  function type(value: string) {
    setAt(0);
    if (/[,;\n]/.test(value)) return add(usersIn(value));
    setText(value);
    setOpen(true);
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Enter") {
      // With Ctrl or ⌘ it sends, with what stands here among it.
      if (event.ctrlKey || event.metaKey) return add(usersIn(text));
      event.preventDefault();
      if (isOpen && count > 0) take(at);
    } else if (event.key === "Backspace" && text === "") {
      onChange(userIds.slice(0, -1));
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt((at + step + Math.max(count, 1)) % Math.max(count, 1));
    }
  }

  function leave() {
    setOpen(false);
    add(usersIn(text));
  }

  const hasChoices = isOpen && count > 0;
  const state = { text, typed, options, canType, at, hasChoices };
  return { ...state, open: () => setOpen(true), leave, add, take, type, press };
}

function Chips({ userIds, onChange }: Pick<RecipientsFieldProps, "userIds" | "onChange">) {
  const words = useWords(sendingWords);
  return (
    <>
      {userIds.slice(0, chipsShown).map((user) => (
        <span key={user} class="chip">
          <span class="max-w-56 truncate pl-2 pr-1">{user}</span>
          <button
            type="button"
            class="chip-remove"
            onClick={() => onChange(userIds.filter((one) => one !== user))}
          >
            <Icon name="x" class="size-3.5" />
            <span class="sr-only">{words.removeUser(user)}</span>
          </button>
        </span>
      ))}
      {userIds.length > chipsShown && (
        <span class="px-1 text-soft">+{userIds.length - chipsShown}</span>
      )}
    </>
  );
}

function Suggestions({ field }: { field: ReturnType<typeof useRecipients> }) {
  const words = useWords(sendingWords);
  const { options, canType, typed } = field;
  return (
    <ul
      id={listId}
      role="listbox"
      class="options"
      aria-label={words.to}
      hidden={!field.hasChoices}
    >
      {options.map((option, index) => (
        <Choice
          key={option.userId}
          id={`${listId}-${index}`}
          isActive={index === field.at}
          onPick={() => field.take(index)}
        >
          <Someone option={option} phones={words.phones(option.devices)} />
        </Choice>
      ))}
      {canType && (
        <Choice
          id={`${listId}-${options.length}`}
          isActive={field.at === options.length}
          onPick={() => field.take(options.length)}
        >
          {words.useTyped(typed)}
        </Choice>
      )}
    </ul>
  );
}

function Someone({ option: { userId, name }, phones }: { option: Addressee; phones: string }) {
  return (
    <>
      <span class="truncate">{name ?? userId}</span>
      <span class="truncate text-label text-soft">{name ? `${userId} · ${phones}` : phones}</span>
    </>
  );
}
