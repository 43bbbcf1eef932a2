/**
 * Links and forms that keep the list's state, but stand outside of its region, get the words by
 * which the list is found now. Menus that scripts have drawn do it themselves.
 */
export function followSearch(words: string): void {
  const all = <E extends Element>(name: string) =>
    [...document.querySelectorAll<E>(`[data-follows-search] ${name}`)]
      .filter((element) => !element.closest("[data-mounted]"));
  for (const link of all<HTMLAnchorElement>("a[href]")) link.href = addressWith(link.href, words);
  for (const form of all<HTMLFormElement>("form")) {
    form.querySelector(":scope > input[name=q]")?.remove();
    if (words === "") continue;
    const input = Object.assign(document.createElement("input"), { name: "q", value: words });
    input.type = "hidden";
    form.prepend(input);
  }
}

/** The address of the list with these words, on its first page. */
export function addressWith(href: string, words: string): string {
  const url = new URL(href);
  url.searchParams.delete("page");
  if (words === "") url.searchParams.delete("q");
  else url.searchParams.set("q", words);
  return url.href;
}
