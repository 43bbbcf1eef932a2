import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { listTroubled } from "@/lib/channels/accounts/accounts.ts";
import { dashboardWords } from "@/lib/panel/dashboard/words.ts";

interface TroubleProps {
  accounts: Awaited<ReturnType<typeof listTroubled>>;
}

/** Channels that messages do not pass by: each leads to what to do about it. */
export function Trouble({ accounts }: TroubleProps) {
  const { href } = usePage();
  const { trouble } = useWords(dashboardWords);
  if (accounts.length === 0) return null;
  return (
    <ul class="strip gap-2">
      {accounts.map(({ id, name, state, reads }) => (
        <li key={id}>
          <a
            class="attention"
            data-late=""
            href={href(`/panel/settings/channels/${id}`)}
          >
            <Icon name="triangle-alert" class="mr-1 inline" />
            {trouble[state !== "failing" ? "paused" : reads ? "mailbox" : "fails"](name)}
          </a>
        </li>
      ))}
    </ul>
  );
}
