import { useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { ShownOnce } from "@/lib/panel/page/ShownOnce.tsx";
import { useDialog, useLeaveGuard } from "@/lib/panel/page/use_dialog.ts";

interface SecretDialogProps {
  title: string;
  secret: string;
  onClose(): void;
}

/** A program's secret, shown this once; leaving before it was copied is asked about. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  const words = useWords(channelsWords);
  const dialog = useDialog();
  const [isCopied, setCopied] = useState(false);
  useLeaveGuard(!isCopied);
  useEffect(() => dialog.open(), []);
  return (
    <dialog
      ref={dialog.ref}
      class="dialog"
      aria-labelledby="secret-title"
      // Escape must not lose what is shown once.
      onCancel={(event) => !isCopied && event.preventDefault()}
      onClose={onClose}
    >
      <div class="space-y-4 p-5">
        <h2 id="secret-title" class="font-semibold">{title}</h2>
        <p class="text-soft">{words.once}</p>
        <ShownOnce
          name="channel"
          label={words.secret}
          secret={secret}
          isCopied={isCopied}
          words={words}
          onCopied={() => setCopied(true)}
        />
        <footer class="flex justify-end">
          <button type="button" class="button" onClick={dialog.close}>{words.kept}</button>
        </footer>
      </div>
    </dialog>
  );
}
