import { usePage, useWords } from "@/components/page.ts";
import { Status } from "@/lib/panel/notifications/parts/Status.tsx";
import { Time } from "@/components/Time.tsx";
import type { RowState } from "@/lib/notify/sending/notification_row.ts";
import { askWords } from "@/lib/panel/notifications/ask_words.ts";
import { notificationWords } from "@/lib/panel/notifications/words.ts";
import { recordWords } from "@/lib/panel/notifications/log_words.ts";

interface Recipient {
  userId: string;
  state: RowState;
  devices: number;
  deliveredAt: Date | null;
  readAt: Date | null;
  answeredAt: Date | null;
  answeredBy: string | null;
  escalatedAt: Date | null;
  reminders: { sent: number } | null;
  response: { action: { label: string } | null; reply: string | null } | null;
}

interface RecipientTableProps {
  rows: Recipient[];
}

/** Recipients with their states and answers. */
export function RecipientTable({ rows }: RecipientTableProps) {
  const { companyId } = usePage();
  const words = useWords(recordWords);
  const recipientWords = useWords(askWords).recipient;
  const common = useWords(notificationWords);
  const time = (at: Date | null) => at && <Time at={at} />;
  const others = ({ answeredBy }: Recipient) => answeredBy && recipientWords.answeredBy(answeredBy);
  const reminded = ({ reminders }: Recipient) =>
    reminders?.sent ? recipientWords.reminders(reminders.sent) : null;
  return (
    <div class="table-fit">
      <table class="data table-fixed" data-list aria-label={words.recipients}>
        <thead>
          <tr>
            <th scope="col">{words.user}</th>
            <th scope="col" class="w-28">{words.state}</th>
            <th scope="col">{words.answer}</th>
            <th scope="col" class="number w-28">{words.delivered}</th>
            <th scope="col" class="number w-28">{words.read}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId} data-id={row.userId}>
              <td>
                <span class="flex items-center gap-2">
                  <a
                    class="row-link min-w-0 truncate"
                    title={row.userId}
                    href={`/panel/notifications?${new URLSearchParams({
                      company_id: String(companyId),
                      userId: row.userId,
                    })}`}
                  >
                    <bdi>{row.userId}</bdi>
                  </a>
                  {row.devices === 0 && <span class="tag">{words.noPhone}</span>}
                </span>
                {row.escalatedAt && (
                  <span class="block text-label text-soft">{recipientWords.escalated}</span>
                )}
                <span class="phone-line">
                  <span class="min-w-0 flex-1 truncate">
                    <Answer row={row} none={others(row) ?? reminded(row) ?? ""} />
                  </span>
                  <Status state={row.state} words={common} />
                </span>
              </td>
              <td>
                <Status state={row.state} words={common} />
              </td>
              <td>
                <Answer row={row} none={others(row) ?? common.row.none} />
                <span class="block text-label text-soft">{reminded(row)}</span>
                <span class="block text-label text-soft">{time(row.answeredAt)}</span>
              </td>
              <td class="number">{time(row.deliveredAt)}</td>
              <td class="number">{time(row.readAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The button's label, the written text, or both. */
function Answer({ row: { response }, none }: { row: Recipient; none: string }) {
  if (!response) return <span class="text-soft">{none}</span>;
  const { action, reply } = response;
  return (
    <>
      {action && <bdi class="font-medium">{action.label}</bdi>}
      {action && reply && " · "}
      {reply && <bdi>“{reply}”</bdi>}
    </>
  );
}
