import { usePage, useWords } from "@/components/page.ts";
import { appOf } from "@/components/icons/app_icons.ts";
import { Time } from "@/components/Time.tsx";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import type { ThreadEntry } from "@/lib/crm/contacts/threads.ts";
import type { OfferedValue } from "@/lib/panel/contacts/offered_values.ts";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { AppMark } from "@/lib/panel/contacts/thread/chat/AppMark.tsx";
import { AnswerButton } from "@/lib/panel/contacts/thread/chat/AnswerButton.tsx";
import { MessageContent } from "@/lib/panel/contacts/thread/chat/MessageContent.tsx";
import { MessageFoot } from "@/lib/panel/contacts/thread/chat/MessageFoot.tsx";
import { MessageLead } from "@/lib/panel/contacts/thread/chat/MessageLead.tsx";
import { DeliveryLine } from "@/lib/panel/contacts/thread/DeliveryLine.tsx";
import { deliveryWords } from "@/lib/panel/record/delivery/delivery_words.ts";
import { MailHead } from "@/lib/panel/contacts/thread/mail/MailHead.tsx";
import { MailParts } from "@/lib/panel/contacts/thread/mail/MailParts.tsx";
import { newSubjects } from "@/lib/panel/contacts/thread/mail/new_subjects.ts";
import { FileList } from "@/lib/panel/record/files/FileList.tsx";
import { channelWord } from "@/lib/words/channel_word.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";
import { messageWords } from "@/lib/words/message_words.ts";

interface ThreadProps {
  contact: { id: number; email: string | null };
  entries: ThreadEntry[];
  total: number;
  /** Id of the newest message. */
  newestSeen: number | null;
  /** Sender's data that the contact lacks, by message id. */
  offered: Record<number, OfferedValue[]>;
  /** Title of the contact. */
  title: string;
  /** The same page with the whole thread, or with the whole of one message. */
  whole: string;
  wholeOf: (id: number) => string;
}

const looks = {
  in: "thread-words",
  out: "thread-words thread-ours",
  note: "thread-words thread-note",
};

/** Messages and notes of the contact, the newest at the bottom. */
export function Thread(props: ThreadProps) {
  const { contact, entries, total, newestSeen, offered, title, whole, wholeOf } = props;
  const words = useWords(inboxWords);
  const earlier = total - entries.length;
  const ways = new Set(entries.filter(({ kind }) => kind === "message").map(wayOf));
  const subjects = newSubjects(entries);
  const newest = entries.findLast(({ direction }) => direction === "in");
  const ids = new Set(entries.map(({ kind, id }) => kind === "message" ? id : null));
  const hrefOf = (id: number) => `${ids.has(id) ? "" : whole}#message-${id}`;
  if (total === 0) return <p class="py-6 text-center text-soft">{words.emptyThread}</p>;
  return (
    <>
      {earlier > 0 && (
        <p class="pb-3 text-center text-meta">
          <a class="font-medium text-accent" href={whole}>{words.older(earlier)}</a>
        </p>
      )}
      <ol class="space-y-4" data-newest={newest?.id} data-seen={newestSeen}>
        {entries.map((entry) => (
          <li
            key={`${entry.kind}-${entry.id}`}
            class={entry.direction === "out" ? "ml-6 md:ml-16" : ""}
            id={`${entry.kind}-${entry.id}`}
          >
            {subjects.has(entry.id) && entry.mail && (
              <h2 class="mb-1 font-semibold" dir="auto">{subjects.get(entry.id)}</h2>
            )}
            <Head entry={entry} contact={contact} title={title} isOneOfMany={ways.size > 1} />
            {entry.mail && (
              <MailHead
                id={entry.id}
                contactId={contact.id}
                mail={entry.mail}
                isInbound={entry.direction === "in"}
                isNewest={entry === newest}
              />
            )}
            <MessageLead entry={entry} title={title} hrefOf={hrefOf} />
            <Body entry={entry} whole={wholeOf(entry.id)} />
            {entry.mail && (
              <MailParts
                id={entry.id}
                mail={entry.mail}
                contactId={contact.id}
                whole={wholeOf(entry.id)}
                hasMore={entry.files.some(({ left_out, size }) => left_out && size > 0)}
              />
            )}
            {entry.content && <MessageContent id={entry.id} content={entry.content} />}
            <FileList
              files={entry.files.filter(({ id }) => id !== entry.source?.file_id)}
              messageId={isByApp(entry) ? entry.id : undefined}
            />
            <MessageFoot entry={entry} title={title} />
            {entry.delivery && <DeliveryLine id={entry.id} delivery={entry.delivery} />}
            <FormFields entry={entry} />
            {entry.kind === "message" && <Offered values={offered[entry.id] ?? []} />}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Whether an account of the app has it: its files can be fetched again. */
function isByApp({ channel, via_id }: ThreadEntry): boolean {
  return via_id !== null && appOf(channel) !== null;
}

interface HeadProps extends Pick<ThreadProps, "contact" | "title"> {
  entry: ThreadEntry;
  isOneOfMany: boolean;
}

/** Who wrote, when, by which way. */
function Head({ entry, contact, title, isOneOfMany }: HeadProps) {
  const { language } = usePage();
  const { direction, channel, content, part, template } = entry;
  const words = useWords(messageWords);
  const app = appOf(channel);
  const isElsewhere = entry.author === null && entry.source?.kind === "elsewhere";
  return (
    <p class="mb-1 flex flex-wrap items-baseline gap-x-2 text-label text-soft">
      <bdi class="font-medium text-text">
        {isElsewhere ? words.elsewhere : authorOf(entry, contact, title)}
      </bdi>
      {app && <AppMark app={app} />}
      <Time at={entry.at} />
      {content?.type === "choice" && <span>· {words.button}</span>}
      {template && <span dir="auto">· {words.template(template.name)}</span>}
      {part && <span>· {words.part(part.n, part.of)}</span>}
      <Way entry={entry} isOneOfMany={isOneOfMany} />
      {direction === "note" && <span>· {inboxWords.note[language].toLowerCase()}</span>}
      {app && <AnswerButton entry={entry} />}
    </p>
  );
}

/** The text, or the empty place that it has left. */
function Body({ entry, whole }: { entry: ThreadEntry; whole: string }) {
  const { language } = usePage();
  const { body, direction, rest, unsent_at } = entry;
  const words = useWords(inboxWords);
  if (unsent_at) {
    return (
      <p class="thread-words thread-note text-soft">
        {messageWords.unsent[language]} · <Time at={unsent_at} />
      </p>
    );
  }
  if (body === "") return null;
  return (
    <div class={looks[direction]} dir="auto">
      {body}
      {rest > 0 && (
        <>
          {"… "}
          <a class="font-medium text-accent" href={whole}>{words.wholeMessage(rest)}</a>
        </>
      )}
    </div>
  );
}

/** Somebody else may have answered in the thread, by mail. */
function authorOf(
  { direction, author, meta, mail }: ThreadEntry,
  { email }: ThreadProps["contact"],
  title: string,
): string {
  if (direction !== "in") return author ?? "";
  const from = mail?.from;
  const isOther = from?.email && comparedAddress(from.email) !== comparedAddress(email ?? "");
  return meta?.sender.name ?? (isOther ? from.name ?? from.email! : title);
}

/** Account, else channel, of a message. */
function wayOf({ via, channel }: ThreadEntry): string | null {
  return via ?? channel;
}

/** Account or channel of a message recorded or sent elsewhere, or in a thread with several. */
function Way(
  { entry, isOneOfMany }: {
    entry: ThreadEntry;
    isOneOfMany: boolean;
  },
) {
  const { language } = usePage();
  const { direction, via, channel, delivery } = entry;
  const words = useWords(deliveryWords);
  if (direction === "note" || channel === null) return null;
  const app = appOf(channel);
  if (direction === "out" && via !== null && delivery === null && !app) {
    return <span dir="auto">· {words.elsewhere(via)}</span>;
  }
  if (channel === "phone" && via === null && (direction === "out" || isOneOfMany)) {
    return <span>· {words.byPhone}</span>;
  }
  const ofChannel = app ? null : channelWord(channel, entry.mail !== null)[language];
  const way = isOneOfMany ? via ?? ofChannel : null;
  return (
    <>
      {way !== null && <span dir="auto">· {words.by(way)}</span>}
      {direction === "out" && via === null && <span>· {inboxWords.recorded[language]}</span>}
    </>
  );
}

/** Further fields of the site's form. */
function FormFields({ entry }: { entry: ThreadEntry }) {
  const fields = Object.entries(entry.meta?.fields ?? {});
  if (fields.length === 0) return null;
  return (
    <dl class="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-label text-soft">
      {fields.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd class="text-text" dir="auto">{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** Values with a button that copies each to the contact; the contact's fields listen for it. */
function Offered({ values }: { values: OfferedValue[] }) {
  const { language } = usePage();
  const words = useWords(inboxWords);
  const labels = labelsOf(contactFields, language);
  if (values.length === 0) return null;
  return (
    <ul class="mt-2 space-y-1 text-label text-soft" aria-label={words.offered.label}>
      {values.map(({ name, value }) => (
        <li key={name} class="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>
            {words.offered.says} {labels[name].toLowerCase()}: <bdi class="text-text">{value}</bdi>
          </span>
          <button
            type="button"
            class="font-medium text-accent max-md:min-h-11"
            data-take={name}
            data-value={value}
            aria-label={words.offered.takeValue(labels[name].toLowerCase(), value)}
          >
            {words.offered.take}
          </button>
        </li>
      ))}
    </ul>
  );
}
