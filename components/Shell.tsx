import type { ComponentChildren } from "preact";
import { CompanySwitcher } from "@/components/CompanySwitcher.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icons.ts";
import type { Member, Membership } from "@/lib/access/members.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { type ShellWords, shellWords } from "@/lib/words/panel/shell.ts";

interface ShellProps {
  language: Language;
  member: Member;
  memberships: Membership[];
  path: string;
  children: ComponentChildren;
}

interface Place {
  name: string;
  icon: IconName;
  path: string;
}

function placesOf({ places }: ShellWords): Place[] {
  return [{ name: places.home, icon: "house", path: "/panel" }];
}

/** A sidebar on a desk, a bar on a phone, and the page beside or below it. */
export function Shell({ language, member, memberships, path, children }: ShellProps) {
  const words = speak(shellWords, language);
  return (
    <div class="min-h-dvh md:grid md:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#content"
        class="button sr-only z-20 focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:px-3"
      >
        {words.skip}
      </a>
      <header class="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-surface px-2 py-1 md:h-dvh md:flex-col md:items-stretch md:gap-4 md:border-b-0 md:border-r md:p-3">
        <CompanySwitcher
          words={words}
          memberships={memberships}
          current={member.companyId}
          path={path}
        />
        <Places places={placesOf(words)} label={words.places.label} path={path} member={member} />
        <Account member={member} words={words} />
      </header>
      <main
        id="content"
        tabIndex={-1}
        class="mx-auto w-full max-w-7xl px-4 py-5 outline-none md:px-8 md:py-7"
      >
        {children}
      </main>
    </div>
  );
}

interface PlacesProps {
  places: Place[];
  label: string;
  path: string;
  member: Member;
}

/** On a phone one place needs no way to it. */
function Places({ places, label, path, member }: PlacesProps) {
  return (
    <nav aria-label={label} class="hidden md:block">
      {places.map((place) => (
        <a
          key={place.path}
          href={`${place.path}?company_id=${member.companyId}`}
          aria-current={place.path === path ? "page" : "false"}
          class="flex h-8 items-center gap-2 rounded-md px-2 font-medium text-soft hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
        >
          <Icon name={place.icon} />
          {place.name}
        </a>
      ))}
    </nav>
  );
}

/** Who is here: written out in the sidebar, behind the initials on a phone. */
function Account({ member, words }: { member: Member; words: ShellWords }) {
  const who = (
    <>
      <span class="block truncate font-medium">{member.name ?? member.email}</span>
      {member.name && <span class="block truncate text-label text-soft">{member.email}</span>}
      {member.role && <span class="block truncate text-label text-soft">{member.role}</span>}
    </>
  );
  return (
    <>
      <button
        type="button"
        popovertarget="account"
        class="ml-auto grid size-11 place-items-center rounded-md md:hidden"
      >
        <span class="sr-only">{words.account}</span>
        <Initials member={member} />
      </button>
      <div id="account" popover="auto" class="menu right-2 top-14 max-w-[calc(100vw-1rem)] p-3">
        {who}
      </div>
      <div class="mt-auto hidden items-center gap-2.5 border-t border-line px-2 pt-3 md:flex">
        <Initials member={member} />
        <div class="min-w-0">{who}</div>
      </div>
    </>
  );
}

function Initials({ member }: { member: Member }) {
  const parts = (member.name ?? member.email).trim().split(/\s+/).slice(0, 2);
  return (
    <span
      aria-hidden="true"
      class="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-label font-semibold text-soft"
    >
      {parts.map((part) => [...part][0]).join("").toUpperCase()}
    </span>
  );
}
