import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { mailboxWords } from "@/lib/panel/channels/mailbox/words.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { HeadedDialog } from "@/lib/panel/page/HeadedDialog.tsx";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { commonWords } from "@/lib/words/common.ts";
import { sizeText } from "@/lib/words/size.ts";

interface AutomaticDialogProps {
  id: number;
  accountId: number;
  onClose(): void;
}

interface Opened {
  from: { name: string | null; address: string } | null;
  subject: string | null;
  can: string[];
  mail: {
    text: string;
    quoted: string | null;
    files: { name: string; type: string; size: number }[];
  } | null;
}

interface Conversation {
  state: "waiting" | "read" | "problem";
  contact_id: number | null;
}

/** An automatic mail as text, with the button that makes it a conversation. */
export function AutomaticDialog(props: AutomaticDialogProps) {
  const page = usePage();
  const { companyId, language } = page;
  const { id, accountId, onClose } = props;
  const words = useWords(mailboxWords);
  const common = useWords(commonWords);
  const dialog = useOpenDialog();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { isBusy, failure, send } = useAnswer();
  const path = `channels/${accountId}/automatic/${id}`;
  const caller = { companyId, language };

  async function load() {
    const read = await send(() => callApi<Opened>(path, caller));
    if (read) setOpened(read.data);
  }
  useEffect(() => {
    load();
  }, []);

  async function make() {
    const call = { ...caller, method: "POST" as const };
    const created = await send(() => callApi<Conversation>(`${path}/conversation`, call));
    if (!created) return;
    const { state, contact_id } = created.data;
    const texts = {
      read: words.personDone,
      waiting: words.personWaits,
      problem: words.personFailed,
    };
    const href = page.href(`/panel/contacts/${contact_id}`);
    dialog.close();
    showToast({
      text: texts[state],
      isFailure: state === "problem",
      link: contact_id === null ? undefined : { label: common.open, href },
    });
    await refreshRegions();
  }

  return (
    <HeadedDialog
      isWide
      dialog={dialog}
      titleId="automatic-title"
      title={opened?.subject ?? words.noSubject}
      onClose={onClose}
    >
      <p role="alert" class="p-5 text-danger-text empty:hidden">{failure}</p>
      {!opened && !failure && <p role="status" class="p-5 text-soft">{words.opening}</p>}
      {opened && (
        <div class="space-y-4 p-5">
          <OpenedMail opened={opened} />
          <p class="flex flex-wrap gap-2">
            {opened.can.includes("conversation") && (
              <button
                type="button"
                class="button button-primary"
                aria-disabled={isBusy}
                aria-describedby="automatic-person"
                onClick={make}
              >
                {words.person}
              </button>
            )}
            {opened.can.includes("read") && (
              <a class="button" href={page.href(`/api/admin/${path}/raw`)} download>
                {words.original}
              </a>
            )}
          </p>
          {opened.can.includes("conversation") && (
            <p id="automatic-person" class="text-label text-soft">
              {words.personMeans(opened.from!.address)}
            </p>
          )}
        </div>
      )}
    </HeadedDialog>
  );
}

function OpenedMail({ opened: { from, mail } }: { opened: Opened }) {
  const { language } = usePage();
  const words = useWords(mailboxWords);
  return (
    <>
      {from && (
        <p class="text-label text-soft">
          <bdi>{from.name ? `${from.name} <${from.address}>` : from.address}</bdi>
        </p>
      )}
      {mail
        ? (
          <div
            class="max-h-96 overflow-auto whitespace-pre-wrap wrap-anywhere"
            dir="auto"
            tabIndex={0}
          >
            {[mail.text, mail.quoted].filter(Boolean).join("\n\n")}
          </div>
        )
        : <p>{words.cannotRead}</p>}
      {mail && mail.files.length > 0 && (
        <div>
          <p class="text-label text-soft">{words.files}</p>
          <ul>
            {mail.files.map(({ name, size }, at) => (
              <li key={at}>
                <bdi>{name}</bdi> <span class="text-soft">{sizeText(size, language)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
