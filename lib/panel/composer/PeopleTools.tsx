import { useWords } from "@/components/page.ts";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isMetaKind } from "@/lib/channels/meta/out/limits.ts";
import { sendTemplate } from "@/lib/panel/composer/apps/send_template.ts";
import { peopleWords } from "@/lib/panel/composer/people_words.ts";
import type { useComposer } from "@/lib/panel/composer/use_composer.ts";
import { useSlash } from "@/lib/panel/composer/use_slash.ts";
import { Ways } from "@/lib/panel/composer/Ways.tsx";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import { later } from "@/lib/panel/page/later.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";

const AppLines = later(() => import("@/lib/panel/composer/apps/AppLines.tsx"), "AppLines");
const TemplateMenu = later(() => import("@/lib/panel/composer/TemplateMenu.tsx"), "TemplateMenu");

/** Addresses for answers by other programs. */
interface Reach {
  email?: string | null;
  whatsapp?: string | null;
}

export interface PeopleToolsProps extends Reach {
  id: string;
  composer: ReturnType<typeof useComposer>;
  area: RefObject<HTMLTextAreaElement>;
  fill: FillValues;
  /** The contact, on its page: templates of WhatsApp go to nobody else. */
  contactId?: number;
}

/** Tools for messages to people: choice of account, reply templates, links to other programs. */
export function PeopleTools(props: PeopleToolsProps) {
  const { id, composer, area, fill, contactId } = props;
  const { email, whatsapp } = useRegionData<Reach>("reach", {
    email: props.email,
    whatsapp: props.whatsapp,
  });
  const { kind, text, type, accounts, via, choosesVia, sender, files } = composer;
  const hasAppTemplates = contactId !== undefined && sender?.kind === "whatsapp";
  const words = useWords(peopleWords);
  const menu = useSlash({ type, area });
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null);

  useEffect(() => {
    if (text === "") menu.close();
  }, [text]);
  useEffect(() => {
    const field = area.current;
    if (!field) return;
    const look = () => menu.look(field.value, field.selectionStart);
    // Before the form's own keys: Enter takes the chosen template.
    const press = (event: KeyboardEvent) => void keys.current?.(event);
    field.addEventListener("input", look);
    field.addEventListener("keydown", press, { capture: true });
    // The slash may have been typed while these tools were loading.
    if (field === document.activeElement) look();
    return () => {
      field.removeEventListener("input", look);
      field.removeEventListener("keydown", press, { capture: true });
    };
  }, []);

  return (
    <>
      {menu.slash && (
        <TemplateMenu
          id={`${id}-templates`}
          query={menu.slash.query}
          fill={fill}
          keys={keys}
          area={area}
          accountId={hasAppTemplates ? sender.id : null}
          onPick={menu.put}
          onPickOfApp={(template) => {
            menu.put("");
            sendTemplate({ id, contactId: contactId!, sender: sender!, template, fill });
          }}
          onClose={menu.close}
        />
      )}
      {sender?.meta && isMetaKind(sender.kind) && (
        <AppLines
          id={`${id}-window`}
          kind={sender.kind}
          reach={sender.meta}
          text={text}
          files={files.length}
          onTemplates={hasAppTemplates ? menu.ask : null}
          onStanding={composer.setClosed}
        />
      )}
      {accounts.length > 0 && (
        <select
          class="control composer-via"
          aria-label={words.via}
          dir="auto"
          value={String(via ?? "")}
          onChange={({ currentTarget: { value } }) =>
            choosesVia(value === "" ? null : Number(value))}
        >
          {accounts.map(({ id, name, isPaused }) => (
            <option key={id} value={String(id)} selected={id === via}>
              {isPaused ? words.pausedAccount(name) : name}
            </option>
          ))}
          {kind === "reply" && <option value="" selected={via === null}>{words.onlyRecord}</option>}
        </select>
      )}
      <button
        type="button"
        class="button button-plain button-icon text-soft"
        title={words.templates}
        onClick={menu.ask}
      >
        <span aria-hidden="true">/</span>
        <span class="sr-only">{words.templates}</span>
      </button>
      {kind === "reply" && via === null && <Ways text={text} email={email} whatsapp={whatsapp} />}
    </>
  );
}
