import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { addressWith, followSearch } from "@/lib/panel/list/search/follow_search.ts";
import { shownSearch } from "@/lib/panel/list/search/shown_search.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";

const pauseMs = 200;

/**
 * Has a list's search filter while one types: the address is the state, and the list's region is
 * drawn anew. The field itself is never redrawn, so that no key is lost. A stretch of typing is one
 * step back. Draws only what a screen reader says.
 */
export function SearchAsTyped() {
  const { language } = usePage();
  const [summary, setSummary] = useState("");
  const words = useWords(listWords);

  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>("[data-search]");
    if (!field?.form || !document.querySelector('[data-region="list"]')) return;
    const { form } = field;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = location.search;
    /** The current address was made by this stretch of typing. */
    let isOwnStep = false;

    async function draw() {
      const search = current = location.search;
      form.ariaBusy = "true";
      const isRead = await refreshRegions();
      if (search !== current) return;
      form.ariaBusy = null;
      followSearch(shownSearch() ?? "");
      if (!isRead) return showToast({ text: words.notSearched, isFailure: true });
      const total = document.querySelector<HTMLElement>("[data-total]")?.dataset.total;
      setSummary(words.found(Number(total)));
    }
    async function search() {
      clearTimeout(timer);
      const href = addressWith(location.href, field!.value.trim());
      if (new URL(href).searchParams.get("q") === new URLSearchParams(location.search).get("q")) {
        return;
      }
      if (isOwnStep) history.replaceState(history.state, "", href);
      else history.pushState(history.state, "", href);
      isOwnStep = true;
      await draw();
    }
    const typed = (event: Event) => {
      if ((event as InputEvent).isComposing) return;
      clearTimeout(timer);
      timer = setTimeout(search, pauseMs);
    };
    const submitted = async (event: Event) => {
      event.preventDefault();
      await search();
      document.querySelector<HTMLElement>("[data-list] a.row-link")?.focus();
    };
    const endStep = () => void (isOwnStep = false);
    const goneBack = () => {
      if (location.search === current) return;
      clearTimeout(timer);
      isOwnStep = false;
      field.value = new URLSearchParams(location.search).get("q") ?? "";
      void draw();
    };
    field.addEventListener("input", typed);
    field.addEventListener("compositionend", typed);
    field.addEventListener("blur", endStep);
    form.addEventListener("submit", submitted);
    addEventListener("popstate", goneBack);
    return () => {
      clearTimeout(timer);
      field.removeEventListener("input", typed);
      field.removeEventListener("compositionend", typed);
      field.removeEventListener("blur", endStep);
      form.removeEventListener("submit", submitted);
      removeEventListener("popstate", goneBack);
    };
  }, [language]);

  return <p role="status" class="sr-only">{summary}</p>;
}
