import { usePage } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { later } from "@/lib/panel/page/later.ts";

const AutomaticDialog = later(
  () => import("@/lib/panel/channels/mailbox/AutomaticDialog.tsx"),
  "AutomaticDialog",
);

interface AutomaticViewerProps {
  accountId: number;
  /** The mail that the address names, which is opened at once. */
  mailId?: number;
}

/** A page that is reloaded opens no mail that was closed. */
function forgetMail(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("mail")) return;
  url.searchParams.delete("mail");
  history.replaceState(history.state, "", url);
}

/** Opens the automatic mail whose button was pressed. */
export function AutomaticViewer(
  { accountId, mailId }: AutomaticViewerProps,
) {
  const { companyId, language } = usePage();
  const [id, setId] = useState<number | null>(mailId ?? null);
  useEffect(() => {
    const press = ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>("button[data-automatic]");
      if (button) setId(Number(button.dataset.automatic));
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);
  if (id === null) return null;
  return (
    <AutomaticDialog
      key={id}
      {...{ id, accountId, companyId, language }}
      onClose={() => {
        setId(null);
        forgetMail();
      }}
    />
  );
}
