import { FollowUp } from "@/lib/panel/contacts/FollowUp.tsx";
import type { Person } from "@/lib/access/people.ts";
import type { Column } from "@/lib/panel/list/DataTable.tsx";
import { filterFields, type FilterName } from "@/lib/panel/list/filter_fields.ts";
import { Time } from "@/components/Time.tsx";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { type App, appOf } from "@/components/icons/app_icons.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { channelName } from "@/lib/panel/contacts/thread/chat/AppMark.tsx";
import { inboxWords } from "@/lib/panel/contacts/words.ts";
import { channelWords } from "@/lib/words/statuses.ts";

/** A contact as the inbox shows it, with the last that was said. */
export interface ContactRow {
  id: number;
  title: string;
  status: "new" | "read" | "archived";
  channel: keyof typeof channelWords;
  by_mail: boolean;
  last: { direction: string; body: string } | undefined;
  next_action_at: Date | null;
  assignee: { id: number; name: string | null } | null;
  last_message_at: Date;
  organization: string | null;
  email: string | null;
  phone: string | null;
  tags: string[];
  created_at: Date;
}

/** The button that releases a row, for the verbs of islands/list/RowVerbs.tsx. */
export function releaseColumn(language: Language): Column<ContactRow> {
  const words = speak(inboxWords, language).held;
  return {
    name: "release",
    label: words.release,
    width: "w-28",
    phone: "end",
    isControl: true,
    isNumber: true,
    cell: ({ id, title }) => (
      <span class="row-actions">
        <button
          type="button"
          class="button"
          data-verb="release"
          data-of={id}
          aria-label={words.releaseOne(title)}
        >
          {words.release}
        </button>
      </span>
    ),
  };
}

/** Columns of the inbox. */
export function contactColumns(language: Language): Column<ContactRow>[] {
  const words = speak(inboxWords, language);
  const labels = labelsOf(contactFields, language);
  return [
    {
      name: "name",
      label: labels.name,
      sort: "name",
      width: "w-60",
      phone: "first",
      cell: (row) => <Name row={row} unread={words.unread} />,
      // There is no column of the channel.
      phoneCell: (row) => {
        const app = appOf(row.channel);
        return <Name row={row} unread={words.unread} app={app && { app, language }} />;
      },
    },
    {
      name: "message",
      label: words.lastMessage,
      phone: "second",
      cell: ({ last }) =>
        last && (
          <span class="text-soft lg:line-clamp-1" dir="auto">
            {last.direction === "out"
              ? words.ours(words.quoted(last.body))
              : words.quoted(last.body)}
          </span>
        ),
    },
    {
      name: "channel",
      label: labels.channel,
      priority: 2,
      width: "w-32",
      cell: ({ channel, by_mail }) => channelName(channel, by_mail, language),
    },
    {
      name: "follow_up",
      label: words.followUp,
      priority: 2,
      sort: "next_action_at",
      width: "w-36",
      cell: (row) => <FollowUp at={row.next_action_at} />,
    },
    {
      name: "assignee",
      label: labels.assignee_id,
      priority: 3,
      width: "w-36",
      cell: ({ assignee }) => assignee?.name,
    },
    {
      name: "age",
      label: words.age,
      sort: "last_message_at",
      width: "w-32",
      isNumber: true,
      phone: "end",
      cell: (row) => <Time at={row.last_message_at} />,
    },
    {
      name: "created_at",
      label: labels.created_at,
      sort: "created_at",
      width: "w-32",
      isNumber: true,
      isExtra: true,
      cell: (row) => <Time at={row.created_at} />,
    },
  ];
}

interface Filters {
  language: Language;
  people: Person[];
  tags: { tag: string }[];
  accounts: { id: number; name: string }[];
}

/** Filters of the inbox beside its tabs. */
export function contactFilters({ language, people, tags, accounts }: Filters): FilterSpec[] {
  const words = speak(inboxWords, language);
  const followUps = Object.entries(words.followUps);
  const ofTable = (...names: FilterName<typeof contactFields>[]) =>
    filterFields(contactFields, names, { language, people, tags });
  return [
    ...ofTable("channel"),
    {
      name: "account_kind",
      label: words.comesBy,
      kind: "choice",
      options: [
        { value: "email", label: fieldWords.email[language] },
        { value: "program", label: words.program },
        { value: "not_email", label: words.notMail },
      ],
    },
    ...ofTable("assignee_id"),
    {
      name: "next_action",
      label: words.followUp,
      kind: "choice",
      options: followUps.map(([value, label]) => ({ value, label })),
    },
    ...(accounts.length === 0 ? [] : [{
      name: "via",
      label: words.account,
      kind: "choice" as const,
      options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
    }]),
    { name: "waiting", label: words.waiting, kind: "flag" },
    { name: "unanswered", label: words.unanswered, kind: "flag" },
    { name: "converted", label: words.converted, kind: "flag" },
    ...ofTable("tags", "created_at"),
  ];
}

/** The statuses as a filter, for lists that no tab stands for. */
export function statusFilter(language: Language): FilterSpec {
  return filterFields(contactFields, ["status"], { language })[0]!;
}

interface NameProps {
  row: ContactRow;
  unread: string;
  /** The app that they write by, where its mark stands here. */
  app?: { app: App; language: Language } | null;
}

function Name({ row, unread, app }: NameProps) {
  const isNew = row.status === "new";
  return (
    <span
      class={`line-clamp-1 ${isNew ? "font-semibold" : "font-normal"}`}
      data-status={row.status}
      data-assignee={row.assignee?.id}
    >
      {isNew && (
        <>
          <span
            class="mr-1.5 inline-block size-1.5 rounded-full bg-info-solid align-middle"
            aria-hidden="true"
          />
          <span class="sr-only">{unread}:</span>
        </>
      )}
      {app && (
        <>
          <Icon name={`app-${app.app}`} class="mr-1 -mt-0.5 inline-block text-soft" />
          <span class="sr-only">{channelWords[app.app][app.language]}:</span>
        </>
      )}
      <bdi>{row.title}</bdi>
    </span>
  );
}
