import { usePage, useWords } from "@/components/page.ts";
import { TypeIcon } from "@/lib/panel/notifications/parts/TypeIcon.tsx";
import { Status } from "@/lib/panel/notifications/parts/Status.tsx";
import { Time } from "@/components/Time.tsx";
import type { NotificationRow, RowAnswer } from "@/lib/notify/sending/notification_row.ts";
import { type NotificationWords, notificationWords } from "@/lib/panel/notifications/words.ts";

interface NotificationTableProps {
  rows: NotificationRow[];
  /** Rows that came while one was looking. */
  arrived?: ReadonlySet<string>;
}

const head =
  "sticky top-0 z-1 border-b border-line bg-surface py-2 pr-4 text-left font-medium first:pl-2 " +
  "last:pr-2";

/** Notifications with what came of them: a table on a desk, rows of two lines on a phone. */
export function NotificationTable({ rows, arrived }: NotificationTableProps) {
  const { href } = usePage();
  const words = useWords(notificationWords);
  return (
    <table
      aria-label={words.row.label}
      data-list
      class="w-full table-fixed lg:-mx-2 lg:w-[calc(100%+1rem)] border-separate border-spacing-0 text-meta"
    >
      <thead class="hidden text-label text-soft lg:table-header-group">
        <tr>
          <th scope="col" class={head}>{words.row.title}</th>
          <th scope="col" class={`${head} w-[20%]`}>{words.row.to}</th>
          <th scope="col" class={`${head} w-28`}>{words.row.state}</th>
          <th scope="col" class={`${head} w-[26%]`}>{words.row.answer}</th>
          <th scope="col" class={`${head} w-36 text-right`}>{words.row.sent}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            words={words}
            href={href(`/panel/notifications/${row.id}`)}
            isNew={arrived?.has(row.id) ?? false}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: NotificationRow;
  words: NotificationWords;
  href: string;
  isNew: boolean;
}

const cell = "hidden border-b border-line py-2.5 pr-4 align-top last:pr-2 lg:table-cell";

function Row({ row, words, href, isNew }: RowProps) {
  return (
    <tr
      class={`relative hover:bg-hover focus-within:bg-hover ${isNew ? "animate-arrive" : ""}`}
      data-id={row.id}
    >
      <td class="border-b border-line py-2.5 align-top lg:pl-2 lg:pr-4">
        <div class="flex gap-2">
          <TypeIcon type={row.type} name={words.types[row.type]} />
          <div class="min-w-0 flex-1">
            <div class="flex items-baseline gap-2">
              <p class="min-w-0 flex-1 truncate">
                <a class="row-link row-cover text-body font-medium lg:text-meta" href={href}>
                  <bdi>{row.title}</bdi>
                </a>
                <bdi class="ml-2 hidden text-soft xl:inline">{row.body}</bdi>
              </p>
              <span class="shrink-0 text-label text-soft lg:hidden">
                <Time at={row.createdAt} />
              </span>
            </div>
            <div class="flex items-center gap-2 text-soft lg:hidden">
              <p class="min-w-0 flex-1 truncate">
                {row.answerCount > 0
                  ? <FirstAnswer row={row} words={words} />
                  : <To row={row} words={words} />}
              </p>
              <States row={row} words={words} most={1} />
            </div>
          </div>
        </div>
      </td>
      <td class={cell}>
        <p class="truncate" title={row.to.first}>
          <To row={row} words={words} />
        </p>
      </td>
      <td class={cell}>
        <States row={row} words={words} />
      </td>
      <td class={cell}>
        <Answers row={row} words={words} />
      </td>
      <td class={`${cell} whitespace-nowrap text-right tabular-nums text-soft`}>
        <Time at={row.createdAt} />
      </td>
    </tr>
  );
}

function To({ row: { to }, words }: { row: NotificationRow; words: NotificationWords }) {
  return (
    <>
      <bdi>{to.first}</bdi>{" "}
      {to.count > 1 && <span class="text-soft">{words.row.others(to.count - 1)}</span>}
    </>
  );
}

interface StatesProps {
  row: NotificationRow;
  words: NotificationWords;
  most?: number;
}

function States({ row, words, most = 3 }: StatesProps) {
  return (
    <span class="flex shrink-0 flex-col text-text">
      {row.states.slice(0, most).map(({ state, count }) => (
        <Status key={state} state={state} count={count} words={words} />
      ))}
    </span>
  );
}

function Answers({ row, words }: { row: NotificationRow; words: NotificationWords }) {
  const { answers, answerCount } = row;
  if (answerCount === 0) return row.open ? <span class="text-soft">{words.row.none}</span> : null;
  return (
    <>
      {answers.map((answer) => (
        <p key={answer.userId} class="line-clamp-2">
          <Answer answer={answer} row={row} />
        </p>
      ))}
      {answerCount > answers.length && (
        <p class="text-soft">{words.row.others(answerCount - answers.length)}</p>
      )}
    </>
  );
}

function FirstAnswer({ row, words }: { row: NotificationRow; words: NotificationWords }) {
  return (
    <>
      <Answer answer={row.answers[0]!} row={row} />
      {row.answerCount > 1 && ` ${words.row.others(row.answerCount - 1)}`}
    </>
  );
}

/** Answer of a recipient: the button's label, the written text, or both. */
function Answer(
  { answer: { userId, label, reply }, row }: { answer: RowAnswer; row: NotificationRow },
) {
  return (
    <>
      {row.to.count > 1 && (
        <span class="text-soft">
          <bdi>{userId}</bdi>:
        </span>
      )}
      {label && <bdi class="font-medium text-text">{label}</bdi>}
      {label && reply && " · "}
      {reply && <bdi class="text-text">“{reply}”</bdi>}
    </>
  );
}
