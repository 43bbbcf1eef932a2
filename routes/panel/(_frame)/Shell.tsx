import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { CompanySwitcher } from "@/lib/panel/frame/CompanySwitcher.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { CommandPalette, LiveChanges, ShortcutSheet, Toasts } from "@/islands/frame/Frame.tsx";
import type { Invitation } from "@/lib/access/invitation.ts";
import type { Member, Membership } from "@/lib/access/members.ts";
import { statHref } from "@/lib/panel/dashboard/stat_links.ts";
import { activityWords } from "@/lib/panel/activities/words.ts";
import { frameWords } from "@/lib/panel/frame/words.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import type { Holding } from "@/lib/tools/hold.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { Account } from "@/routes/panel/(_frame)/Account.tsx";
import { Held } from "@/routes/panel/(_frame)/Held.tsx";
import { Invited } from "@/routes/panel/(_frame)/Invited.tsx";
import {
  type CountedFigure,
  isAt,
  type Place,
  PlaceLink,
} from "@/routes/panel/(_frame)/PlaceLink.tsx";
import {
  creatable,
  onPhone,
  type Section,
  sectionIcons,
  sections,
} from "@/routes/panel/(_frame)/sections.ts";

interface ShellProps {
  member: Member;
  memberships: Membership[];
  /** Number shown beside a section; sections without one show none. */
  counts: Partial<Record<Section, number>>;
  /** Companies that invite the member. */
  invitations?: Invitation[];
  /** Whether Relevo's own gateway signs people in. */
  hasOwnGateway: boolean;
  isOperator: boolean;
  holding: Holding | null;
  path: string;
  children: ComponentChildren;
}

/** Dashboard figure that the number beside a section shows. */
const countedFigures: Partial<Record<Section, CountedFigure>> = {
  contacts: "contacts.waiting",
  opportunities: "opportunities.open",
  quotes: "quotes.sent",
  tasks: "tasks.mine",
};

/** A sidebar on a desk, bars above and below on a phone, and the page between them. */
export function Shell(props: ShellProps) {
  const { companyId, href, language } = usePage();
  const { member, memberships, counts, invitations = [], holding, path, children } = props;
  const words = useWords(frameWords);
  const nouns = useWords(nounWords);
  const { home, placeOf } = usePlaces(counts);
  const places = [home, ...sections.map(placeOf)];
  const activity = {
    label: activityWords.title[language],
    href: href("/panel/activities"),
  };
  const creations = creatable.map((section) => ({
    label: nouns[section].create,
    href: href(`/panel/${section}#new`),
  }));
  return (
    <div class="min-h-dvh max-md:pb-16 md:grid md:grid-cols-[232px_minmax(0,1fr)] slim:grid-cols-[3.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        class="button sr-only z-20 focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:px-3"
      >
        {words.skip}
      </a>
      <header class="frame sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-surface px-2 py-1 md:h-dvh md:flex-col md:overflow-y-auto md:items-stretch md:gap-3 md:border-b-0 md:border-r md:p-3 slim:p-2">
        <div class="contents" data-region="companies">
          <CompanySwitcher
            words={words}
            memberships={memberships}
            current={companyId}
            path={path}
            mayCreate={member.boundTo === null}
          />
        </div>
        <div class="max-md:ml-auto md:contents">
          <CommandPalette
            places={[...places.map(({ name, href }) => ({ label: name, href })), activity]}
            creations={creations}
          />
        </div>
        <nav aria-label={words.label} class="hidden space-y-0.5 md:block" data-region="places">
          {places.map((place) => <PlaceLink key={place.path} place={place} path={path} />)}
        </nav>
        <button
          type="button"
          data-fold
          data-opens=""
          class="needs-script hidden h-8 items-center gap-2 rounded-md px-2 text-soft hover:bg-hover hover:text-text md:mt-auto md:flex slim:justify-center slim:px-0"
          title={words.sidebar}
        >
          <Icon name="panel-left" />
          <span class="sr-only">{words.sidebar}</span>
        </button>
        <Account
          member={member}
          hasOwnGateway={props.hasOwnGateway}
          isOperator={props.isOperator}
        />
      </header>
      <main
        id="content"
        tabIndex={-1}
        class="mx-auto w-full max-w-7xl px-4 pb-5 pt-1 outline-none md:px-8 md:py-6"
      >
        {holding && <Held {...holding} />}
        {invitations.length > 0 && <Invited invitations={invitations} />}
        {children}
      </main>
      <PhoneBar
        places={[home, ...onPhone.map(placeOf)]}
        others={sections.filter((section) => !onPhone.includes(section)).map(placeOf)}
        path={path}
      />
      <Toasts />
      <LiveChanges me={member.userId} since={currentTime().toISOString()} />
      <ShortcutSheet places={places.map(({ href }) => href)} />
    </div>
  );
}

/** The pages of the sidebar; some have a count. */
function usePlaces(counts: ShellProps["counts"]) {
  const page = usePage();
  const { href } = page;
  const words = useWords(frameWords);
  const nouns = useWords(nounWords);
  const countedOf = (section: Section): Place["counted"] => {
    const count = counts[section] ?? 0;
    const path = countedFigures[section];
    return path && count > 0 ? { count, figure: path, href: statHref(path, page) } : undefined;
  };
  const placeOf = (section: Section): Place => ({
    name: nouns[section].many,
    icon: sectionIcons[section],
    path: `/panel/${section}`,
    href: href(`/panel/${section}`),
    counted: countedOf(section),
  });
  const home = {
    name: words.home,
    icon: "house" as const,
    path: "/panel",
    href: href("/panel"),
  };
  return { home, placeOf };
}

interface PhoneBarProps {
  places: Place[];
  others: Place[];
  path: string;
}

function PhoneBar({ places, others, path }: PhoneBarProps) {
  const words = useWords(frameWords);
  const item =
    "flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-tiny font-medium " +
    "text-soft aria-[current=page]:text-accent";
  return (
    <nav
      aria-label={words.label}
      class="phone-bar fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.map((place) => (
        <a
          key={place.path}
          href={place.href}
          aria-current={isAt(place, path) ? "page" : "false"}
          class={item}
        >
          <Icon name={place.icon} class="size-5" />
          <span class="max-w-full truncate px-0.5">{place.name}</span>
        </a>
      ))}
      <button type="button" class={item} popovertarget="more-places">
        <Icon name="ellipsis" class="size-5" />
        {words.more}
      </button>
      <div id="more-places" popover="auto" class="menu bottom-16 right-2 w-56">
        {others.map((place) => <PlaceLink key={place.path} place={place} path={path} />)}
      </div>
    </nav>
  );
}
