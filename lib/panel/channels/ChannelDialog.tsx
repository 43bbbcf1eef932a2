import { useWords } from "@/components/page.ts";
import { ChannelFields } from "@/lib/panel/channels/ChannelFields.tsx";
import type { ChannelForm } from "@/lib/panel/channels/use_channel_form.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { FormDialog } from "@/lib/panel/page/FormDialog.tsx";
import type { Dialog } from "@/lib/panel/page/use_dialog.ts";
import { commonWords } from "@/lib/words/common.ts";

interface ChannelDialogProps {
  dialog: Dialog;
  form: ChannelForm;
}

/** The form of a program's account, new or known. */
export function ChannelDialog({ dialog, form }: ChannelDialogProps) {
  const words = useWords(channelsWords);
  const { save } = useWords(commonWords);
  return (
    <FormDialog
      dialog={dialog}
      titleId="channel-title"
      title={form.isNew ? words.connect : words.edit}
      button={form.isNew ? words.connect : save}
      isBusy={form.isBusy}
      failure={form.failure}
      onSend={form.save}
    >
      <ChannelFields form={form} />
    </FormDialog>
  );
}
