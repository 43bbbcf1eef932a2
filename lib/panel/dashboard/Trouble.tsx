import { Icon } from "@/components/Icon.tsx";
import type { listTroubled } from "@/lib/channels/accounts/accounts.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface TroubleProps {
  accounts: Awaited<ReturnType<typeof listTroubled>>;
  companyId: number;
  language: Language;
}

/** Channels that messages do not pass by: each leads to what to do about it. */
export function Trouble({ accounts, companyId, language }: TroubleProps) {
  const { trouble } = speak(dashboardWords, language);
  if (accounts.length === 0) return null;
  return (
    <ul class="strip gap-2">
      {accounts.map(({ id, kind, name, state }) => (
        <li key={id}>
          <a
            class="attention"
            data-late=""
            href={`/panel/settings/channels/${id}?company_id=${companyId}`}
          >
            <Icon name="triangle-alert" class="mr-1 inline" />
            {trouble[state !== "failing" ? "paused" : kind === "email" ? "mailbox" : "fails"](name)}
          </a>
        </li>
      ))}
    </ul>
  );
}
