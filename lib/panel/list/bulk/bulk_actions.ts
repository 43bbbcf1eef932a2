import type { Person } from "@/lib/access/people.ts";
import { contactStatuses } from "@/lib/crm/contacts/contact.ts";
import { taskStatuses } from "@/lib/crm/tasks/task.ts";
import type { BulkAction } from "@/lib/panel/list/bulk/bulk_action.ts";
import type { ListView } from "@/lib/panel/list/list_view.ts";
import { contentsOf } from "@/lib/panel/list/views/saved_views.ts";
import { bulkWords } from "@/lib/panel/list/bulk/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type StatusNoun, statusWords } from "@/lib/words/statuses.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Parts of the bar below each list: the verbs of its `/bulk`. */
interface Given {
  language: Language;
  people?: Person[];
  stages?: { id: number; name: string }[];
}

type Maker = (given: Given) => BulkAction;

const said = ({ language }: Given) => speak(bulkWords, language).actions;

const assign: Maker = (given) => ({
  field: "assignee_id",
  label: said(given).assign,
  icon: "user-plus",
  options: [
    ...(given.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: null, label: speak(commonWords, given.language).nobody },
  ],
});

const statusOf = (noun: StatusNoun, statuses: readonly string[]): Maker => (given) => ({
  field: "status",
  label: said(given).status,
  icon: "circle-dot",
  options: statuses.map((value) => {
    const texts: Record<string, { es: string; en: string }> = statusWords[noun];
    return { value, label: texts[value]![given.language] };
  }),
});

const move: Maker = (given) => ({
  field: "stage_id",
  label: said(given).stage,
  icon: "arrow-right",
  options: (given.stages ?? []).map(({ id, name }) => ({ value: id, label: name })),
});

const tag: Maker = (given) => ({ field: "tags", label: said(given).tag, icon: "tag" });

const archive: Maker = (given) => ({
  field: "archive",
  label: said(given).archive,
  icon: "archive",
  value: true,
  shortcut: "e",
});

const restock: Maker = (given) => ({
  field: "archive",
  label: said(given).restock,
  icon: "archive-restore",
  value: false,
});

const release: Maker = (given) => ({
  field: "release",
  label: said(given).release,
  icon: "inbox",
  value: true,
});

const trash: Maker = (given) => ({
  field: "trash",
  label: said(given).trash,
  icon: "trash-2",
  value: true,
  isDanger: true,
});

const makers = {
  contacts: [assign, statusOf("contact", contactStatuses), tag, archive, trash],
  clients: [assign, tag, trash],
  opportunities: [assign, move, tag, trash],
  quotes: [trash],
  tasks: [assign, statusOf("task", taskStatuses), trash],
  events: [assign, trash],
  products: [archive, restock, trash],
} satisfies Record<string, Maker[]>;

const tagged: Partial<Record<BulkList, string>> = {
  contacts: "contact",
  clients: "client",
  opportunities: "opportunity",
};

export type BulkList = keyof typeof makers;

/** Props of a list's bar beside company and language. */
export function bulkBar(list: BulkList, { view, ...given }: Given & { view: ListView }) {
  const isHeld = list === "contacts" && view.params.held === "true";
  return {
    list,
    actions: [...isHeld ? [release] : [], ...makers[list]].map((make) => make(given)),
    filter: contentsOf(view.params).filters,
    tagged: tagged[list],
  };
}
