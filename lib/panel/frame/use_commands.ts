import type { Command } from "@/lib/panel/frame/palette/command.ts";
import { hrefIn } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { makeCommands } from "@/lib/panel/frame/palette/make_record.ts";
import { callCommands } from "@/lib/panel/frame/palette/places.ts";
import { readVisits } from "@/lib/panel/frame/recent.ts";
import { sectionOf } from "@/lib/panel/live/sections.ts";
import type { SearchHit } from "@/lib/figures/search_hit.ts";
import { type Language, locales } from "@/lib/words/language.ts";

interface Hits {
  groups: {
    kind: string;
    total: number;
    hits: Omit<SearchHit, "kind" | "status">[];
  }[];
}

interface Options {
  text: string;
  companyId: number;
  language: Language;
  timeZone: string;
  /** Sections and create commands, available without a search. */
  fixed: Command[];
  groups: { recent: string; here: string; create: string; kinds: Record<string, string> };
}

function dayOf(instant: string, language: Language, timeZone: string): string {
  return new Date(instant).toLocaleDateString(locales[language], { timeZone, dateStyle: "medium" });
}

/** The list of a mailbox's automatic mail, with one of them opened. */
function automaticHref(of: { id: number; account_id: number; companyId: number }): string {
  return hrefIn(
    of.companyId,
    `/panel/settings/channels/${of.account_id}/automatic?mail=${of.id}`,
  );
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function standingCommands({ companyId, language, groups }: Options): Command[] {
  const recent = readVisits(companyId).map(({ href, title }) => ({
    group: groups.recent,
    label: title,
    href,
  }));
  // One that stands in two places, as for a thumb, is one command.
  const named = new Map(
    [...document.querySelectorAll<HTMLElement>("[data-command]:not([disabled])")]
      .map((button) => [button.dataset.command!, button]),
  );
  const here = [...named].map(([label, button]) => ({
    group: groups.here,
    label,
    run: () => button.click(),
  }));
  const calls = callCommands(language).map((call) => ({ group: groups.here, ...call }));
  return [...recent, ...here, ...calls];
}

/** Exact names, recent records, the page's buttons, sections, search hits, and new records. */
export function useCommands(options: Options): Command[] {
  const { text, companyId, language, timeZone, fixed, groups } = options;
  const [results, setResults] = useState<Command[]>([]);
  const [answered, setAnswered] = useState("");
  const [standing] = useState(() => standingCommands(options));

  useEffect(() => {
    const q = text.trim();
    if (q.length < 2) return setResults([]);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const call = { companyId, language, query: { q }, signal: stop.signal };
      const answer = await callApi<Hits>("search", call);
      if (stop.signal.aborted || !answer.ok) return;
      setAnswered(q);
      setResults(
        answer.data.groups.flatMap(({ kind, hits }) =>
          hits.map(({ id, title, subtitle, starts_at, account_id }) => ({
            group: groups.kinds[kind] ?? kind,
            label: title,
            note: starts_at
              ? [dayOf(starts_at, language, timeZone), subtitle].filter(Boolean).join(" · ")
              : subtitle ?? undefined,
            href: account_id === null
              ? hrefIn(companyId, `/panel/${sectionOf(kind)}/${id}`)
              : automaticHref({ id, account_id, companyId }),
          }))
        ),
      );
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);

  const words = folded(text).split(/\s+/).filter(Boolean);
  const fits = ({ label, also = "" }: Command) =>
    words.every((word) => folded(`${label} ${also}`).includes(word));
  const here = [...standing, ...fixed].filter(fits);
  const named = here.filter(({ label }) => folded(label) === words.join(" "));
  const isThere = results.some(({ label }) => folded(label).trim() === folded(text).trim());
  const creations = answered === text.trim() && answered !== "" && !isThere
    ? makeCommands(answered, { companyId, language }).map((command) => ({
      group: groups.create,
      ...command,
    }))
    : [];
  return [
    ...named,
    ...here.filter((command) => !named.includes(command)),
    ...results,
    ...creations,
  ];
}
