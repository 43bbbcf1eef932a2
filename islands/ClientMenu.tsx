import { useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { Menu } from "@/components/Menu.tsx";
import { PersonItems } from "@/components/record/PersonItems.tsx";
import { later } from "@/lib/panel/page/later.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/panel/common.ts";

const EraseData = later(async () => (await import("@/islands/EraseData.tsx")).EraseData);

interface ClientMenuProps {
  id: number;
  name: string;
  companyId: number;
  language: Language;
}

/** What is done with a client rarely: handing out or erasing what is known of it. */
export function ClientMenu({ id, name, companyId, language }: ClientMenuProps) {
  const [isErasing, setErasing] = useState(false);
  const { more } = speak(commonWords, language);
  const who = { companyId, language };
  return (
    <>
      <button type="button" class="button button-icon" popovertarget="client-more" title={more}>
        <Icon name="ellipsis" />
        <span class="sr-only">{more}</span>
      </button>
      <Menu id="client-more">
        <PersonItems {...who} path={`clients/${id}`} onErase={() => setErasing(true)} />
      </Menu>
      {isErasing && (
        <EraseData
          {...who}
          noun="client"
          id={id}
          name={name}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}
