import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Initials } from "@/components/Initials.tsx";
import { Preferences } from "@/islands/frame/Frame.tsx";
import type { Member } from "@/lib/access/members.ts";
import { activityWords } from "@/lib/panel/activities/words.ts";
import { installationWords } from "@/lib/panel/installation/words.ts";
import { frameWords } from "@/lib/panel/frame/words.ts";

interface AccountProps {
  member: Member;
  /** Whether Relevo's own gateway signs people in: it has pages for each person's way in. */
  hasOwnGateway: boolean;
  isOperator: boolean;
}

/** Menu of the person, with how they like their pages. */
export function Account({ member, hasOwnGateway, isOperator }: AccountProps) {
  const { href, language } = usePage();
  const words = useWords(frameWords);
  const name = member.name ?? member.email;
  return (
    <>
      <button
        type="button"
        popovertarget="account"
        class="flex size-11 min-w-0 items-center gap-2.5 rounded-md text-left hover:bg-hover max-md:justify-center slim:justify-center md:h-auto md:w-full md:border-t md:border-line md:px-2 md:py-2"
      >
        <Initials name={name} />
        <span class="sr-only md:hidden slim:block">{words.account}</span>
        <span class="hidden min-w-0 md:block slim:hidden">
          <span class="block truncate font-medium">{name}</span>
          {member.role && <span class="block truncate text-label text-soft">{member.role}</span>}
        </span>
      </button>
      <div
        id="account"
        popover="auto"
        class="menu right-2 top-14 w-64 p-3 md:bottom-16 md:left-3 md:right-auto md:top-auto"
      >
        <p class="mb-3">
          <span class="block truncate font-medium">{name}</span>
          {member.name && <span class="block truncate text-label text-soft">{member.email}</span>}
        </p>
        <a class="menu-item -mx-2 mb-2 w-[calc(100%+1rem)]" href={href("/panel/activities")}>
          <Icon name="history" />
          {activityWords.title[language]}
        </a>
        {isOperator && (
          <a
            class="menu-item -mx-2 mb-2 w-[calc(100%+1rem)]"
            href={href("/panel/installation")}
          >
            <Icon name="server" />
            {installationWords.title[language]}
          </a>
        )}
        <Preferences
          chosen={{ language: member.language, theme: member.theme }}
        />
        {hasOwnGateway && (
          <div class="-mx-2 mt-3 border-t border-line pt-2">
            <a class="menu-item w-full" href="/.gateway/account">
              <Icon name="key-round" />
              {words.signIn}
            </a>
            <form method="post" action="/.gateway/logout">
              <button type="submit" class="menu-item w-full">
                <Icon name="log-out" />
                {words.signOut}
              </button>
            </form>
          </div>
        )}
      </div>
    </>
  );
}
