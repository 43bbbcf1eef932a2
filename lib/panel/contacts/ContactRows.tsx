import { FollowUp } from "@/lib/panel/contacts/FollowUp.tsx";
import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { Time } from "@/components/Time.tsx";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import type { TimeFormat } from "@/lib/dates.ts";
import type { ListView } from "@/lib/panel/list/list_view.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { speak } from "@/lib/words/language.ts";
import { inboxWords } from "@/lib/panel/contacts/words.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { channelWords } from "@/lib/words/statuses.ts";

/** A contact as the inbox shows it, with the last that was said. */
export interface ContactRow {
  id: number;
  title: string;
  status: "new" | "read" | "archived";
  channel: keyof typeof channelWords;
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

interface ContactRowsProps {
  rows: ContactRow[];
  columns: Column<ContactRow>[];
  view: ListView;
  sort: string;
  companyId: number;
  format: TimeFormat;
}

/** The inbox's table; what is new stands out. */
export function ContactRows({ rows, columns, view, sort, companyId, format }: ContactRowsProps) {
  const { language } = format;
  return (
    <DataTable
      label={nounWords.contacts.many[language]}
      rows={rows}
      view={view}
      sort={sort}
      language={language}
      hrefOf={({ id }) => `/panel/contacts/${id}?company_id=${companyId}`}
      columns={columns}
      isPickable
    />
  );
}

/** The button that releases a row, for the verbs of islands/list/RowVerbs.tsx. */
export function releaseColumn({ language }: TimeFormat): Column<ContactRow> {
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

export function contactColumns(format: TimeFormat): Column<ContactRow>[] {
  const { language } = format;
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
    },
    {
      name: "message",
      label: words.lastMessage,
      phone: "second",
      cell: ({ last }) =>
        last && (
          <span class="text-soft lg:line-clamp-1">
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
      cell: ({ channel }) => channelWords[channel][language],
    },
    {
      name: "follow_up",
      label: words.followUp,
      priority: 2,
      sort: "next_action_at",
      width: "w-36",
      cell: (row) => <FollowUp at={row.next_action_at} format={format} />,
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
      cell: (row) => <Time at={row.last_message_at} format={format} />,
    },
    {
      name: "created_at",
      label: labels.created_at,
      sort: "created_at",
      width: "w-32",
      isNumber: true,
      isExtra: true,
      cell: (row) => <Time at={row.created_at} format={format} />,
    },
  ];
}

function Name({ row, unread }: { row: ContactRow; unread: string }) {
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
      <bdi>{row.title}</bdi>
    </span>
  );
}
