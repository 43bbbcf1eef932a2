import { usePage, useWords } from "@/components/page.ts";
import { type ImportNoun, importNouns } from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";

interface ImportTabsProps {
  current: ImportNoun | "past";
}

/** Tabs of the importable nouns and of past imports. */
export function ImportTabs({ current }: ImportTabsProps) {
  const page = usePage();
  const words = useWords(importPageWords);
  const tabs = [
    ...importNouns.map((noun) => ({
      name: noun,
      text: words[noun],
      href: page.href(`/panel/imports?noun=${noun}`),
    })),
    {
      name: "past" as const,
      text: words.pastTab,
      href: page.href("/panel/imports/past"),
    },
  ];
  return (
    <nav class="tabs import-nav" aria-label={words.nouns}>
      {tabs.map(({ name, text, href }) => (
        <a
          key={name}
          class="tab"
          href={href}
          aria-current={name === current ? "page" : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
