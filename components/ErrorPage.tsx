import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Code, Problem } from "@/lib/input/errors.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { type ErrorPageWords, errorPageWords } from "@/lib/words/pages/error_pages.ts";
import { linkErrorWords } from "@/lib/words/quotations/quotation_errors.ts";

interface ErrorPageProps {
  problem: Problem;
  url: URL;
  requestId: string;
  /** Came by a link: there is no panel to lead to. */
  isGuest?: boolean;
  /** Stands within the panel's frame, which has the page's landmarks. */
  isFramed?: boolean;
  /** Companies that invite the person. */
  invitations?: ComponentChildren;
}

/** A page that says one thing: what happened, what it means, and what to do. */
export function ErrorPage(props: ErrorPageProps) {
  const { language } = usePage();
  const { problem, url, requestId, isGuest, isFramed, invitations } = props;
  const Frame = isFramed ? "div" : "main";
  const errors = useWords(errorPageWords);
  const isInvited = invitations !== undefined;
  const { title, text } = sayingOf(problem, { language, isGuest, isInvited });
  const { companies } = problem.extras.details ?? {};
  return (
    <Frame
      class={`mx-auto flex w-full max-w-md flex-col justify-center px-5 py-12 ${
        isFramed ? "" : "min-h-dvh"
      }`}
    >
      {!isFramed && <Brand />}
      <h1 class="text-title font-semibold tracking-tight">{title}</h1>
      {text && <p class="mt-1 text-pretty text-soft">{text}</p>}
      {invitations}
      {problem.code === "company_required"
        ? <Companies companies={companies as Company[]} url={url} />
        : <Action problem={problem} errors={errors} url={url} isGuest={isGuest} />}
      {problem.status === 500 && (
        <p class="mt-6 text-label text-soft">
          {errors.requestId}: <code class="select-all text-text">{requestId}</code>
        </p>
      )}
    </Frame>
  );
}

interface Company {
  id: number;
  name: string;
}

/** Words of an error page; the API's sentence where the page has none of its own. */
export function sayingOf(
  { code }: Problem,
  { language, isGuest = false, isInvited = false }: {
    language: Language;
    isGuest?: boolean;
    isInvited?: boolean;
  },
): { title: string; text?: string } {
  const { pages: own } = speak(errorPageWords, language);
  const pages: Partial<Record<Code, { title: string; text: string }>> = isGuest
    ? { ...own, ...speak(linkErrorWords, language) }
    : own;
  if (code === "no_membership" && isInvited) return own.invited;
  return pages[code] ?? { title: errorWords[code][language] };
}

function Brand() {
  return (
    <p class="mb-7 flex items-center gap-2 font-semibold">
      <svg viewBox="0 0 24 24" class="size-6 fill-none stroke-text stroke-5" aria-hidden="true">
        <path d="M4 8h9" stroke-linecap="round" />
        <path d="M11 16h9" stroke-linecap="round" class="stroke-accent" />
      </svg>
      Relevo
    </p>
  );
}

function Companies({ companies, url }: { companies: Company[]; url: URL }) {
  const to = (id: number) => {
    const params = new URLSearchParams(url.search);
    params.set("company_id", String(id));
    return `${url.pathname}?${params}`;
  };
  return (
    <ul class="mt-6 divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
      {companies.map(({ id, name }) => (
        <li key={id}>
          <a
            href={to(id)}
            aria-current="false"
            class="flex min-h-11 items-center gap-3 px-4 py-2 font-medium -outline-offset-2 hover:bg-hover"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface ActionProps {
  problem: Problem;
  errors: ErrorPageWords;
  url: URL;
  isGuest?: boolean;
}

function Action({ problem, errors, url, isGuest }: ActionProps) {
  const { status, code } = problem;
  const again = status === 401 || status === 429 || status >= 500 || code === "no_membership";
  if (isGuest && !again) return null;
  const away = code === "not_a_member" ? errors.toCompanies : errors.toHome;
  return (
    <p class="mt-6">
      <a class="button" href={again ? url.pathname + url.search : "/panel"} aria-current="false">
        {again && <Icon name="rotate-cw" />}
        {again ? errors.retry : away}
      </a>
    </p>
  );
}
