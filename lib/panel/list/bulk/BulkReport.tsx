import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import type { LeftRecord } from "@/lib/panel/list/bulk/run_bulk.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { type BulkCode, bulkWords } from "@/lib/panel/list/bulk/words.ts";
import { commonWords } from "@/lib/words/common.ts";

interface BulkReportProps {
  records: LeftRecord[];
  hrefOf(id: number): string;
  onClose(): void;
}

/** Records that a change of many left as they are, with reasons. Open while drawn. */
export function BulkReport({ records, hrefOf, onClose }: BulkReportProps) {
  const { language } = usePage();
  const dialog = useOpenDialog();
  const words = useWords(bulkWords);
  const { close } = useWords(commonWords);
  const byName = records.toSorted((a, b) => (a.name ?? "").localeCompare(b.name ?? "", language));
  const why = ({ code, error, fields = {} }: LeftRecord) => {
    const [field] = Object.values(fields);
    return words.codes[code as BulkCode] ?? (field ? `${error} (${field})` : error);
  };
  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby="bulk-report" onClose={onClose}>
      <header class="flex items-center justify-between py-2 pl-5 pr-3">
        <h2 id="bulk-report" class="font-semibold">{words.report}</h2>
        <button
          type="button"
          class="button button-plain button-icon text-soft"
          onClick={dialog.close}
        >
          <Icon name="x" />
          <span class="sr-only">{close}</span>
        </button>
      </header>
      <ul class="px-5 pb-5">
        {byName.map((record) => (
          <li key={record.id} class="border-t border-line py-2">
            {record.name === null
              ? <span class="font-medium">{words.gone(record.id)}</span>
              : (
                <a class="font-medium hover:underline" href={hrefOf(record.id)}>
                  <bdi>{record.name}</bdi>
                </a>
              )}
            <p class="text-meta text-soft">{why(record)}</p>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
