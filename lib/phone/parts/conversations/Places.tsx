import { Icon } from "@/components/icons/Icon.tsx";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { addressOf, type View } from "@/lib/phone/page/view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

interface PlacesProps {
  view: View;
  language: Language;
}

/** The two lists of a member's phone, within the thumb's reach. */
export function Places({ view, language }: PlacesProps) {
  const words = speak(phoneInboxWords, language);
  const places = [
    { to: { name: "inbox" }, icon: "bell", label: words.title },
    { to: { name: "conversations" }, icon: "message-circle", label: words.conversations },
  ] as const;
  return (
    <nav class="places" aria-label={words.places}>
      {places.map(({ to, icon, label }) => (
        <a
          key={to.name}
          class="place"
          href={addressOf(to)}
          aria-current={view.name === to.name ? "page" : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            goTo(to);
          }}
        >
          <Icon name={icon} class="icon" />
          <span>{label}</span>
        </a>
      ))}
    </nav>
  );
}
