import { createContext, type FunctionComponent, h } from "preact";
import { useContext } from "preact/hooks";
import { jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import { type Page, readPagesBy, usePage } from "@/components/page.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { dayIn } from "@/lib/values/dates.ts";

const Given = createContext<Page | null>(null);

/** Gives a page to what is drawn within it on the server; browsers never load this. */
export const PageProvider = Given.Provider;

readPagesBy(() => {
  const page = useContext(Given);
  if (!page) throw new Error("a page is asked for outside of its provider");
  return page;
});

/**
 * A part that its props, the page's company, language and zone, and the day decide alone: its text
 * is kept for equal props. Those have to be JSON or dates, and the part has to stand at one address,
 * as links are marked by it. One with an island or a nonce is drawn each time.
 * @param most texts that are kept
 */
export function keptPart<Props extends object>(
  Part: FunctionComponent<Props>,
  most: number,
): FunctionComponent<Props> {
  const texts = new BoundedMap<string, string>(most);
  return (props) => {
    const page = usePage();
    const key = whereOf(page) + JSON.stringify(props);
    let text = texts.get(key);
    if (text === undefined) {
      text = renderToString(h(PageProvider, { value: page }, h(Part, props)));
      if (!/<!--frsh:|\bnonce=/.test(text)) texts.set(key, text);
    }
    return jsxTemplate([text]);
  };
}

const places = new WeakMap<Page, string>();

function whereOf(page: Page): string {
  const before = places.get(page);
  if (before !== undefined) return before;
  const { companyId, language, companyLanguage, timeZone, now } = page;
  const day = dayIn(timeZone, now);
  const place = JSON.stringify([companyId, language, companyLanguage, timeZone, day]);
  places.set(page, place);
  return place;
}
