import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { type Page, readPagesBy } from "@/components/page.ts";

const Given = createContext<Page | null>(null);

/** Gives a page to what is drawn within it on the server; browsers never load this. */
export const PageProvider = Given.Provider;

readPagesBy(() => {
  const page = useContext(Given);
  if (!page) throw new Error("a page is asked for outside of its provider");
  return page;
});
