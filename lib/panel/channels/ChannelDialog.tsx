import { useWords } from "@/components/page.ts";
import type { RefObject } from "preact";
import { ChannelFields } from "@/lib/panel/channels/ChannelFields.tsx";
import type { ChannelForm } from "@/lib/panel/channels/use_channel_form.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { commonWords } from "@/lib/words/common.ts";

interface ChannelDialogProps {
  dialog: { ref: RefObject<HTMLDialogElement>; close(): void };
  form: ChannelForm;
}

/** The form of a program's account, new or known. */
export function ChannelDialog({ dialog, form }: ChannelDialogProps) {
  const words = useWords(channelsWords);
  const common = useWords(commonWords);
  const title = form.isNew ? words.connect : words.edit;
  return (
    <dialog ref={dialog.ref} class="dialog" aria-labelledby="channel-title">
      <form noValidate class="space-y-4 p-5" {...sentBy(form.save)}>
        <h2 id="channel-title" class="font-semibold">{title}</h2>
        <ChannelFields form={form} />
        <p role="alert" class="text-meta text-danger-text empty:hidden">{form.failure}</p>
        <footer class="flex justify-end gap-2">
          <button type="button" class="button" onClick={dialog.close}>{common.cancel}</button>
          <button type="submit" class="button button-primary" disabled={form.isBusy}>
            {form.isNew ? words.connect : common.save}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
