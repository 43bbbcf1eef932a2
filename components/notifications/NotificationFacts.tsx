import type { ComponentChildren } from "preact";
import { Time } from "@/components/Time.tsx";
import { formatAhead, type TimeFormat } from "@/lib/dates.ts";
import { speak } from "@/lib/words/language.ts";
import { notificationWords } from "@/lib/words/panel/notifications.ts";
import { logWords, recordWords } from "@/lib/words/panel/notify/log.ts";

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
  };
  format: TimeFormat;
}

/** What is to be said of a notification beside what the phone shows. */
export function NotificationFacts({ notification, format }: NotificationFactsProps) {
  const { language, now } = format;
  const words = speak(recordWords, language);
  const { type, priority, types, priorities } = {
    ...speak(logWords, language),
    types: speak(notificationWords, language).types,
  };
  const { expiresAt, tag, url, callbackUrl, data } = notification;
  const facts: [string, ComponentChildren][] = [
    [words.sentBy, senderOf(notification, words)],
    [words.sentAt, <Time at={notification.createdAt} format={format} />],
    [type, types[notification.type]],
    [priority, priorities[notification.priority]],
  ];
  if (expiresAt) {
    facts.push(
      expiresAt > now
        ? [words.expires, formatAhead(expiresAt, format)]
        : [words.expired, <Time at={expiresAt} format={format} />],
    );
  }
  if (tag) facts.push([words.tag, tag]);
  if (url) {
    facts.push([
      words.url,
      <a class="break-all underline" href={url} rel="noreferrer noopener" target="_blank">{url}</a>,
    ]);
  }
  if (callbackUrl) facts.push([words.callbackUrl, <span class="break-all">{callbackUrl}</span>]);
  return (
    <>
      <dl class="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-meta">
        {facts.map(([name, value]) => (
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

function senderOf(
  { source, key, createdBy }: NotificationFactsProps["notification"],
  words: { keyNamed: (name: string) => string; crm: string },
): string {
  if (source === "crm") return words.crm;
  return key ? words.keyNamed(key.name) : createdBy?.name ?? "";
}
