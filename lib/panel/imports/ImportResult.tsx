import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import {
  type ImportNoun,
  type ImportTarget,
  listOfMade,
  type Result,
} from "@/lib/panel/imports/import_page.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";
import { later } from "@/lib/panel/page/later.ts";
import { locales } from "@/lib/words/language.ts";

const UndoImport = later(() => import("@/lib/panel/imports/UndoImport.tsx"), "UndoImport");

interface ImportResultProps {
  noun: ImportNoun;
  result: Result;
  targets: ImportTarget[];
  onDownload(which: "wrong" | "remarks"): void;
  onAgain(): void;
}

/** Counts of created, changed and skipped rows, and the undo. */
export function ImportResult(props: ImportResultProps) {
  const { companyId, href, language } = usePage();
  const { noun, result, targets, onDownload, onAgain } = props;
  const [isAsked, setAsked] = useState(false);
  const [isUndone, setUndone] = useState(false);
  const words = useWords(importPageWords);
  const count = new Intl.NumberFormat(locales[language], { useGrouping: "always" });
  const { id, imported, changed, same, skipped, wrong, remarks } = result;
  const lines = [
    imported > 0 && words.made(count.format(imported)),
    changed > 0 && words.changed(count.format(changed)),
    same > 0 && words.same(count.format(same)),
    skipped > 0 && words.skipped(count.format(skipped)),
    wrong > 0 && words.wrong(count.format(wrong)),
    remarks > 0 && words.remarks(count.format(remarks)),
  ].filter(Boolean);
  return (
    <div class="flex flex-col items-center gap-3 border-y border-line px-4 py-14 text-center">
      <Icon name={isUndone ? "undo-2" : "circle-check"} class="size-8 text-success-text" />
      <h2 class="text-title font-semibold tracking-tight">
        {isUndone
          ? words.undone
          : id === null
          ? words.nothingDone
          : words.done(count.format(imported + changed), words[noun])}
      </h2>
      <ul class="text-soft tabular-nums">
        {lines.map((text) => <li key={text}>{text}</li>)}
      </ul>
      <p class="mt-2 flex flex-wrap justify-center gap-2">
        {imported > 0 && !isUndone && (
          <a class="button button-primary" href={listOfMade(noun, companyId, result)}>
            {words.seeThem}
          </a>
        )}
        {(["wrong", "remarks"] as const).filter((which) => result[which] > 0).map((which) => (
          <button
            key={which}
            type="button"
            class="button"
            onClick={() => onDownload(which)}
          >
            <Icon name="download" /> {words.download[which]}
          </button>
        ))}
        {id !== null && !isUndone && (
          <button
            type="button"
            class="button"
            onClick={() => setAsked(true)}
          >
            <Icon name="undo-2" /> {words.undo}
          </button>
        )}
        <button type="button" class="button" onClick={onAgain}>{words.another}</button>
      </p>
      {id !== null && (
        <a
          class="text-meta text-soft underline underline-offset-2"
          href={href("/panel/imports/past")}
        >
          {words.past}
        </a>
      )}
      {isAsked && id !== null && (
        <UndoImport
          of={{ id, noun }}
          labels={Object.fromEntries(targets.map(({ field, label }) => [field, label]))}
          onUndone={() => setUndone(true)}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
