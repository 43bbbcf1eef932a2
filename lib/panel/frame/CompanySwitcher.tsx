import { hrefIn } from "@/components/page.ts";
import { isShownLogo } from "@/lib/values/logo.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Membership } from "@/lib/access/members.ts";
import type { FrameWords } from "@/lib/panel/frame/words.ts";

interface CompanySwitcherProps {
  words: FrameWords;
  memberships: Membership[];
  current: number;
  path: string;
  /** Whether the person may make companies. */
  mayCreate: boolean;
}

/** The company in which one works; a menu of links where one has several. Needs no script. */
export function CompanySwitcher(
  { words, memberships, current, path, mayCreate }: CompanySwitcherProps,
) {
  const here = memberships.find(({ companyId }) => companyId === current);
  if (!here) return null;
  return (
    <>
      <button
        type="button"
        popovertarget="companies"
        class="flex h-11 min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover md:h-10 slim:justify-center slim:px-0"
      >
        <Company company={here} nameClass="slim:sr-only" />
        <span class="sr-only">{words.companies.switch}</span>
        <Icon name="chevrons-up-down" class="ml-auto text-soft slim:hidden" />
      </button>
      <nav
        id="companies"
        popover="auto"
        aria-label={words.companies.yours}
        class="menu left-2 top-14 w-60 max-w-[calc(100vw-1rem)] md:left-3 md:w-52"
      >
        {memberships.map((company) => (
          <a
            key={company.companyId}
            href={hrefIn(company.companyId, sectionOf(path))}
            aria-current={company.companyId === current ? "true" : "false"}
            class="flex h-11 items-center gap-2 rounded-md px-2 hover:bg-hover md:h-9"
          >
            <Company company={company} />
            {company.companyId === current && (
              <>
                <Icon name="check" class="ml-auto text-accent" />
                <span class="sr-only">{words.companies.here}</span>
              </>
            )}
          </a>
        ))}
        {mayCreate && (
          <a
            href={hrefIn(current, "/panel#new-company")}
            class="flex h-11 items-center gap-2 rounded-md px-2 text-soft hover:bg-hover md:h-9"
          >
            <Icon name="plus" class="mx-1" />
            {words.newCompany}
          </a>
        )}
      </nav>
    </>
  );
}

/** The list of the section: a record belongs to one company and has no place in another. */
function sectionOf(path: string): `/panel${string}` {
  const section = path.split("/")[2];
  return section ? `/panel/${section}` : "/panel";
}

function Company({ company, nameClass = "" }: { company: Membership; nameClass?: string }) {
  return (
    <>
      {isShownLogo(company.logo)
        ? (
          <img
            src={company.logo}
            alt=""
            class="size-6 shrink-0 rounded-md bg-white object-contain"
            data-fresh-disable-lock
          />
        )
        : (
          <span
            aria-hidden="true"
            class="grid size-6 shrink-0 place-items-center rounded-md bg-text text-label font-semibold text-surface"
          >
            {[...company.name][0]?.toUpperCase()}
          </span>
        )}
      <span class={`truncate font-semibold ${nameClass}`}>{company.name}</span>
    </>
  );
}
