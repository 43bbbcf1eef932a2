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

type Maker = (setting: Given) => BulkAction;

const actionWords = ({ language }: Given) => speak(bulkWords, language).actions;

const assign: Maker = (setting) => ({
  field: "assignee_id",
  label: actionWords(setting).assign,
  icon: "user-plus",
  options: [
    ...(setting.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: null, label: speak(commonWords, setting.language).nobody },
  ],
});

const statusOf = (noun: StatusNoun, statuses: readonly string[]): Maker => (setting) => ({
  field: "status",
  label: actionWords(setting).status,
  icon: "circle-dot",
  options: statuses.map((value) => {
    const texts: Record<string, { es: string; en: string }> = statusWords[noun];
    return { value, label: texts[value]![setting.language] };
  }),
});

const move: Maker = (setting) => ({
  field: "stage_id",
  label: actionWords(setting).stage,
  icon: "arrow-right",
  options: (setting.stages ?? []).map(({ id, name }) => ({ value: id, label: name })),
});

const tag: Maker = (setting) => ({ field: "tags", label: actionWords(setting).tag, icon: "tag" });

const archive: Maker = (setting) => ({
  field: "archive",
  label: actionWords(setting).archive,
  icon: "archive",
  value: true,
  shortcut: "e",
});

const restock: Maker = (setting) => ({
  field: "archive",
  label: actionWords(setting).restock,
  icon: "archive-restore",
  value: false,
});

const release: Maker = (setting) => ({
  field: "release",
  label: actionWords(setting).release,
  icon: "inbox",
  value: true,
});

const trash: Maker = (setting) => ({
  field: "trash",
  label: actionWords(setting).trash,
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
export function bulkBar(list: BulkList, { view, ...setting }: Given & { view: ListView }) {
  const isHeld = list === "contacts" && view.params.held === "true";
  return {
    list,
    actions: [...isHeld ? [release] : [], ...makers[list]].map((make) => make(setting)),
    filter: contentsOf(view.params).filters,
    tagged: tagged[list],
  };
}
