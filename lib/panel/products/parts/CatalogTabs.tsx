import { useWords } from "@/components/page.ts";
import { hrefOf, type ListView } from "@/lib/panel/list/list_view.ts";
import { productWords } from "@/lib/panel/products/words.ts";

const values = { active: "true", archived: "false", all: "true,false" } as const;

/** Tabs of the catalog: on offer, archived, or both. */
export function CatalogTabs({ view }: { view: ListView }) {
  const { tabs } = useWords(productWords);
  return (
    <nav class="tabs list-line" aria-label={tabs.label}>
      {(["active", "archived", "all"] as const).map((tab) => (
        <a
          key={tab}
          class="tab"
          href={hrefOf(view, { active: values[tab] })}
          aria-current={view.params.active === values[tab] ? "page" : undefined}
        >
          {tabs[tab]}
        </a>
      ))}
    </nav>
  );
}
