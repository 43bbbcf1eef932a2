import { usePage, useWords } from "@/components/page.ts";
import { useState } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { Menu } from "@/components/Menu.tsx";
import { MergeItem } from "@/lib/panel/record/MergeItem.tsx";
import { PersonItems } from "@/lib/panel/record/erase/PersonItems.tsx";
import type { MergedField } from "@/lib/panel/form/form_fields.ts";
import { later } from "@/lib/panel/page/later.ts";
import { commonWords } from "@/lib/words/common.ts";

const MergeRecord = later(() => import("@/lib/panel/record/merge/MergeRecord.tsx"), "MergeRecord");
const EraseData = later(() => import("@/lib/panel/record/erase/EraseData.tsx"), "EraseData");

interface ClientMenuProps {
  id: number;
  name: string;
  /** The fields that a merge may fill. */
  merged: MergedField[];
}

/** Menu of rare actions on a client: merge, hand out or erase its data. */
export function ClientMenu({ id, name, merged }: ClientMenuProps) {
  const { companyId, language } = usePage();
  const [isErasing, setErasing] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const { more } = useWords(commonWords);
  const caller = { companyId, language };
  return (
    <>
      <button type="button" class="button button-icon" popovertarget="client-more" title={more}>
        <Icon name="ellipsis" />
        <span class="sr-only">{more}</span>
      </button>
      <Menu id="client-more">
        <MergeItem onMerge={() => setMerging(true)} />
        <hr class="my-1 border-line" />
        <PersonItems path={`clients/${id}`} onErase={() => setErasing(true)} />
      </Menu>
      {isMerging && (
        <MergeRecord
          {...caller}
          noun="client"
          id={id}
          title={name}
          fields={merged}
          onClose={() => setMerging(false)}
        />
      )}
      {isErasing && (
        <EraseData
          {...caller}
          noun="client"
          id={id}
          name={name}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}
