import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { convertWords } from "@/lib/panel/contacts/convert_words.ts";
import type { ContactState } from "@/lib/panel/contacts/page_state.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

/** Menu items of a phone, which press the buttons that have no room in the head. */
export function PhoneItems({ state }: { state: ContactState }) {
  const { language } = usePage();
  const words = useWords(inboxWords);
  const isArchived = state.status === "archived";
  const items: [label: string, icon: IconName, button: string][] = [
    [convertWords.button[language], "user-check", "[aria-keyshortcuts=v]"],
    [words.actions.assign, "user", "[popovertarget=contact-assign]"],
    isArchived
      ? [words.actions.unarchive, "archive-restore", "[aria-keyshortcuts=e]"]
      : [words.actions.archive, "archive", "[aria-keyshortcuts=e]"],
    [words.next, "arrow-right", "[data-next]"],
  ];
  const press = (button: string) => document.querySelector<HTMLElement>(`main ${button}`)?.click();
  return (
    <div class="md:hidden">
      {items.slice(state.isConverted ? 1 : 0).map(([label, icon, button]) => (
        <button
          key={button}
          type="button"
          class="menu-item"
          onClick={() => press(button)}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
      <a class="menu-item" href="#details">
        <Icon name="arrow-down" />
        {words.details}
      </a>
      <hr class="my-1 border-line" />
    </div>
  );
}
