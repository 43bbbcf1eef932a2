import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import { orderTotal } from "@/lib/panel/contacts/thread/chat/order_total.ts";
import { mapLink, webLink } from "@/lib/values/map_link.ts";
import { formatMoney } from "@/lib/values/money.ts";
import { messageWords } from "@/lib/words/message_words.ts";

type Content = NonNullable<ThreadEntry["content"]>;

/** Below the words of what is no text: where they lead. */
export function MessageContent({ id, content }: { id: number; content: Content }) {
  const words = useWords(messageWords);
  if (content.type === "location") return <Away href={mapLink(content)} label={words.map} />;
  if (content.type === "contacts") return <Cards id={id} cards={content.cards} />;
  if (content.type === "order") return <Total items={content.items} />;
  if (content.type !== "shared") return null;
  const href = webLink(content.url);
  return href && <Away href={href} label={words.opens} />;
}

function Away({ href, label }: { href: string; label: string }) {
  return (
    <p class="mt-1">
      <a class="message-link" href={href} target="_blank" rel="noopener noreferrer">
        <Icon name="external-link" />
        {label}
      </a>
    </p>
  );
}

function Cards({ id, cards }: {
  id: number;
  cards: Extract<Content, { type: "contacts" }>["cards"];
}) {
  const { href } = usePage();
  const words = useWords(messageWords);
  return (
    <ul class="message-links">
      {cards.map(({ name, organization, phones, emails }, at) => {
        const title = name ?? organization ?? phones[0] ?? emails[0] ?? words.unnamed;
        const isAlone = cards.length === 1;
        return (
          <li key={at}>
            <a
              class="message-link"
              href={href(`/panel/contacts?card=${id}.${at}#new`)}
              aria-label={isAlone ? words.newContactOf(title) : undefined}
            >
              <Icon name="user-plus" />
              {isAlone ? words.newContact : <bdi>{words.newContactOf(title)}</bdi>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Total({ items }: { items: Extract<Content, { type: "order" }>["items"] }) {
  const { language } = usePage();
  const words = useWords(messageWords);
  const total = orderTotal(items);
  if (!total) return null;
  return (
    <p class="mt-1 text-label font-medium">
      {words.total(formatMoney(total.amount, { language, currency: total.currency }))}
    </p>
  );
}
