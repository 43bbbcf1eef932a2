import { usePage, useWords } from "@/components/page.ts";
import { dialLink } from "@/lib/input/dial_link.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { StatusDot } from "@/components/StatusDot.tsx";
import type { Likely } from "@/lib/panel/contacts/page_state.ts";
import { duplicateReasons } from "@/lib/words/duplicates.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";

const link = "underline decoration-line-strong underline-offset-2 hover:decoration-text";

interface WaysProps {
  email: string | null;
  phone: string | null;
  /** Digits with the country's, as WhatsApp takes them. */
  whatsapp: string | null;
}

/** The ways to reach a contact by one press. */
export function Ways({ email, phone, whatsapp }: WaysProps) {
  const words = useWords(inboxWords);
  const ways: [string | null, string, IconName][] = [
    [phone && dialLink(phone), words.call, "phone"],
    [email && `mailto:${encodeURIComponent(email)}`, words.write, "mail"],
    [whatsapp && `https://wa.me/${whatsapp}`, words.whatsapp, "message-circle"],
  ];
  const there = ways.filter(([href]) => href);
  if (there.length === 0) return null;
  return (
    <p class="mb-3 flex flex-wrap gap-2">
      {there.map(([href, label, icon]) => (
        <a key={label} class="button" href={href!} rel="noreferrer">
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </p>
  );
}

interface LikelyListProps {
  likely: Likely[];
}

/** Clients that a contact may be. */
export function LikelyList({ likely }: LikelyListProps) {
  const { href } = usePage();
  const reasons = useWords(duplicateReasons);
  return (
    <ul class="space-y-1.5">
      {likely.map(({ id, name, reason, city }) => (
        <li key={id}>
          <a class={link} href={href(`/panel/clients/${id}`)}>
            <bdi>{name}</bdi>
          </a>
          <span class="ml-2 text-label text-soft" dir="auto">
            {[reasons[reason], city].filter(Boolean).join(" · ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** An opportunity that came of a contact, with one of its quotations if it has any. */
export interface MadeRow {
  id: number;
  title: string;
  status: string;
  quote_id: number | null;
  quote_number: string | null;
  quote_status: string | null;
}

interface MadeListProps {
  client: { id: number; name: string | null } | null;
  rows: MadeRow[];
}

/** Records made of a contact: its client, opportunities and quotations. */
export function MadeList({ client, rows }: MadeListProps) {
  const page = usePage();
  const opportunities = [...new Map(rows.map((row) => [row.id, row])).values()];
  const quotes = rows.filter((row) => row.quote_id !== null);
  const href = (noun: string, id: number) => page.href(`/panel/${noun}/${id}`);
  return (
    <ul class="space-y-1.5">
      {client && (
        <li class="flex items-center gap-2">
          <Icon name="building-2" class="text-soft" />
          <a class={`min-w-0 truncate ${link}`} href={href("clients", client.id)}>
            <bdi>{client.name}</bdi>
          </a>
        </li>
      )}
      {opportunities.map(({ id, title, status }) => (
        <li key={`o${id}`} class="flex items-center gap-2">
          <Icon name="target" class="text-soft" />
          <a class={`min-w-0 truncate ${link}`} href={href("opportunities", id)}>
            <bdi>{title}</bdi>
          </a>
          <span class="ml-auto text-label">
            <StatusDot noun="opportunity" status={status} />
          </span>
        </li>
      ))}
      {quotes.map(({ quote_id, quote_number, quote_status }) => (
        <li key={`q${quote_id}`} class="flex items-center gap-2">
          <Icon name="file-text" class="text-soft" />
          <a class={`min-w-0 truncate ${link}`} href={href("quotes", quote_id!)}>{quote_number}</a>
          <span class="ml-auto text-label">
            <StatusDot noun="quote" status={quote_status!} />
          </span>
        </li>
      ))}
    </ul>
  );
}
