import { rowStates } from "@/lib/notify/sending/notification_row.ts";
import { sources } from "@/lib/notify/sending/notification_list.ts";
import { messagePriorities, messageTypes } from "@/lib/panel/notifications/message_kinds.ts";
import type { FilterSpec, ListView } from "@/lib/panel/list/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { notificationWords } from "@/lib/panel/notifications/words.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";
import { logWords } from "@/lib/panel/notifications/log_words.ts";

interface Asked {
  view: ListView;
  keys: { id: number; name: string }[];
  language: Language;
}

/** Filters of the log; by user only through a link from elsewhere. */
export function notificationFilters({ view, keys, language }: Asked): FilterSpec[] {
  const words = speak(logWords, language);
  const { states, types } = speak(notificationWords, language);
  const { userId } = view.params;
  const named = <Value extends string>(
    values: readonly Value[],
    labels: Readonly<Record<Value, string>>,
  ) => values.map((value) => ({ value, label: labels[value] }));
  return [
    ...(userId
      ? [{
        name: "userId",
        label: words.user,
        kind: "choice" as const,
        options: [{ value: userId, label: userId }],
      }]
      : []),
    { name: "state", label: words.state, kind: "choice", options: named(rowStates, states) },
    {
      name: "type",
      label: words.type,
      kind: "choice",
      isSeveral: true,
      options: named(messageTypes, types),
    },
    {
      name: "priority",
      label: words.priority,
      kind: "choice",
      isSeveral: true,
      options: named(messagePriorities, words.priorities),
    },
    { name: "source", label: words.source, kind: "choice", options: named(sources, words.sources) },
    ...(keys.length > 0
      ? [{
        name: "keyId",
        label: words.key,
        kind: "choice" as const,
        isSeveral: true,
        options: keys.map(({ id, name }) => ({ value: String(id), label: name })),
      }]
      : []),
    { name: "createdAt", label: words.created, kind: "days" },
  ];
}

/** Tabs of the log: what each asks for. */
export const logTabs = {
  all: {},
  waiting: { answered: "false" },
  answered: { answered: "true" },
  failed: { state: "failed" },
} as const satisfies Record<string, Record<string, string>>;
export type LogTab = keyof typeof logTabs;

export function tabOf({ params }: ListView): LogTab | undefined {
  if (params.answered === "false") return "waiting";
  if (params.answered === "true") return "answered";
  if (params.state === undefined) return "all";
  return params.state === "failed" ? "failed" : undefined;
}

/** Parameters that a link to the tab changes. */
export function tabParams(tab: LogTab): Record<string, string | null> {
  return { answered: null, state: null, ...logTabs[tab] };
}

/** Filters of callbacks; by notification only through a link from its page. */
export function callbackFilters({ view, language }: Omit<Asked, "keys">): FilterSpec[] {
  const words = speak(callbackWords, language);
  const { notificationId } = view.params;
  return [
    {
      name: "status",
      label: words.status,
      kind: "choice",
      isSeveral: true,
      options: (["pending", "delivered", "failed", "gone"] as const).map((value) => ({
        value,
        label: words.statuses[value],
      })),
    },
    ...(notificationId
      ? [{
        name: "notificationId",
        label: words.notification,
        kind: "choice" as const,
        options: [{ value: notificationId, label: notificationId.slice(-6) }],
      }]
      : []),
    { name: "createdAt", label: words.created, kind: "days" },
  ];
}
