import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { formatQuantity } from "@/lib/values/money.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

interface HeldLineProps {
  count: number;
  /** Whether the list below shows them. */
  isShown: boolean;
  /** The list of them. */
  href: string;
}

/**
 * Names what is held on the inbox itself, with its number; islands/contacts/ReleaseHeld.tsx listens
 * to it.
 */
export function HeldLine({ count, isShown, href }: HeldLineProps) {
  const { language } = usePage();
  const words = useWords(inboxWords).held;
  const named = words.count(count, formatQuantity(count, language));
  return (
    <div data-region="held" class="empty:hidden">
      {count > 0 && (
        <p class="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warning px-3 py-2 text-meta text-warning-text">
          <Icon name="inbox" class="size-4 shrink-0" />
          {isShown ? <span class="font-medium">{named}</span> : (
            <a
              class="font-medium underline underline-offset-2"
              href={href}
            >
              {named}
            </a>
          )}
          <span>{words.why}</span>
          {isShown && (
            <button
              type="button"
              class="button ml-auto"
              data-release-held={count}
              data-opens=""
              data-command={words.releaseAll}
            >
              {words.releaseAll}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
