import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { Loading } from "@/components/Loading.tsx";
import type { OpenedOpportunityProps } from "@/lib/panel/opportunities/OpenedOpportunity.tsx";
import { useOpenCard } from "@/lib/panel/opportunities/use_open_card.ts";
import { useSideSheet } from "@/lib/panel/opportunities/use_side_sheet.ts";
import { later } from "@/lib/panel/page/later.ts";
import { boardWords } from "@/lib/panel/board/words.ts";
import { commonWords } from "@/lib/words/common.ts";

const OpenedOpportunity = later(
  () => import("@/lib/panel/opportunities/OpenedOpportunity.tsx"),
  "OpenedOpportunity",
  Loading,
);

type OpportunitySheetProps = Omit<OpenedOpportunityProps, "id" | "page" | "onClose">;

/** The opportunity of a card beside the board: what its page shows, from that page. */
export function OpportunitySheet(props: OpportunitySheetProps) {
  const { href, language } = usePage();
  const { id, close } = useOpenCard();
  const sheet = useSideSheet(id, close);
  const page = href(`/panel/opportunities/${id}`);
  return (
    <dialog
      ref={sheet}
      tabIndex={-1}
      class="sheet side-sheet"
      aria-label={boardWords.sheet[language]}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      {id !== null && (
        <>
          <header class="flex items-center justify-between gap-2 border-b border-line py-2 pl-3 pr-3">
            <a class="button button-plain" href={page}>
              <Icon name="file-text" />
              {boardWords.openPage[language]}
            </a>
            <button type="button" class="button button-plain button-icon text-soft" onClick={close}>
              <Icon name="x" />
              <span class="sr-only">{commonWords.close[language]}</span>
            </button>
          </header>
          <OpenedOpportunity key={id} {...props} id={id} page={page} onClose={close} />
        </>
      )}
    </dialog>
  );
}
