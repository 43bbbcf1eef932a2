import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Time } from "@/components/Time.tsx";
import { formatAhead } from "@/lib/values/dates.ts";
import { askWords, spanText } from "@/lib/panel/notifications/ask_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { notificationWords } from "@/lib/panel/notifications/words.ts";
import { logWords, recordWords } from "@/lib/panel/notifications/log_words.ts";

interface NotificationFactsProps {
  notification: {
    type: keyof typeof notificationWords.types;
    priority: keyof typeof logWords.priorities;
    source: keyof typeof logWords.sources;
    key: { name: string } | null;
    createdBy: { name: string | null } | null;
    createdAt: Date;
    expiresAt: Date | null;
    tag: string | null;
    url: string | null;
    callbackUrl: string | null;
    data: string | null;
    remind: { every: number; times: number } | null;
    escalate: { after: number; userIds: string[] } | null;
    answers: "each" | "first";
    fallback: { after: number; email: string } | null;
  };
}

interface Fact {
  name: string;
  value: ComponentChildren;
}

/** Details of a notification that the phone does not show. */
export function NotificationFacts({ notification }: NotificationFactsProps) {
  const page = usePage();
  const { language, now } = page;
  const words = useWords(recordWords);
  const { type, priority, types, priorities } = {
    ...speak(logWords, language),
    types: speak(notificationWords, language).types,
  };
  const { expiresAt, tag, url, callbackUrl, data } = notification;
  const facts: Fact[] = [
    { name: words.sentBy, value: senderOf(notification, words) },
    { name: words.sentAt, value: <Time at={notification.createdAt} /> },
    { name: type, value: types[notification.type] },
    { name: priority, value: priorities[notification.priority] },
    ...(expiresAt === null ? [] : [
      expiresAt > now
        ? { name: words.expires, value: formatAhead(expiresAt, page) }
        : { name: words.expired, value: <Time at={expiresAt} /> },
    ]),
    ...(tag ? [{ name: words.tag, value: tag }] : []),
    ...(url ? [{ name: words.url, value: <Link href={url} /> }] : []),
    ...askFacts(notification, language),
    ...(callbackUrl
      ? [{ name: words.callbackUrl, value: <span class="break-all">{callbackUrl}</span> }]
      : []),
  ];
  return (
    <>
      <dl class="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-meta">
        {facts.map(({ name, value }) => (
          <div key={name} class="contents">
            <dt class="text-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data && (
        <details class="mt-3 text-meta">
          <summary class="w-fit py-1 text-label text-soft hover:text-text">
            {words.data}
          </summary>
          <pre class="overflow-auto rounded-md bg-sunken p-2 text-label whitespace-pre-wrap break-all">
            {data}
          </pre>
        </details>
      )}
    </>
  );
}

function askFacts(
  { remind, escalate, answers, fallback }: NotificationFactsProps["notification"],
  language: Language,
): Fact[] {
  const words = speak(askWords, language).facts;
  const span = (seconds: number) => spanText(seconds)[language];
  return [
    ...(remind
      ? [{ name: words.remind, value: words.reminding(span(remind.every), remind.times) }]
      : []),
    ...(escalate
      ? [{
        name: words.escalate,
        value: words.after(escalate.userIds.join(", "), span(escalate.after)),
      }]
      : []),
    ...(fallback
      ? [{ name: words.fallback, value: words.after(fallback.email, span(fallback.after)) }]
      : []),
    ...(answers === "first" ? [{ name: words.answers, value: words.first }] : []),
  ];
}

function Link({ href }: { href: string }) {
  return (
    <a
      class="break-all underline underline-offset-2"
      href={href}
      rel="noreferrer noopener"
      target="_blank"
    >
      {href}
    </a>
  );
}

function senderOf(
  { source, key, createdBy }: NotificationFactsProps["notification"],
  words: { keyNamed: (name: string) => string; crm: string },
): string {
  if (source === "crm") return words.crm;
  return key ? words.keyNamed(key.name) : createdBy?.name ?? "";
}
