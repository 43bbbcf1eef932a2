import { useWords } from "@/components/page.ts";
import { AppFields, type OtherCompany } from "@/lib/panel/channels/meta/apps/AppFields.tsx";
import type { GuideApp } from "@/lib/panel/channels/meta/guide/guide.ts";
import { useAppForm } from "@/lib/panel/channels/meta/apps/use_app_form.ts";
import { metaWords } from "@/lib/panel/channels/meta/apps/words.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";

interface AppDialogProps {
  app: GuideApp;
  others: OtherCompany[];
  onClose(): void;
}

/** Changes an app: its name, its secrets, and who else may use it. Open while drawn. */
export function AppDialog({ app, others, onClose }: AppDialogProps) {
  const words = useWords(metaWords);
  const { save } = useWords(commonWords);
  const dialog = useOpenDialog();
  const form = useAppForm({ first: app, onSaved: dialog.close });
  return (
    <FormDialog
      dialog={dialog}
      titleId="meta-app-title"
      title={words.editTitle}
      button={save}
      isBusy={form.isBusy}
      failure={form.failure}
      onSend={form.save}
      onClose={onClose}
    >
      <AppFields form={form} others={others} />
    </FormDialog>
  );
}
