import { useWords } from "@/components/page.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { ShownOnceDialog } from "@/lib/panel/page/ShownOnceDialog.tsx";

interface SecretDialogProps {
  title: string;
  secret: string;
  onClose(): void;
}

/** A program's secret. Open while drawn. */
export function SecretDialog(props: SecretDialogProps) {
  const words = useWords(channelsWords);
  return (
    <ShownOnceDialog
      {...props}
      name="channel"
      titleId="secret-title"
      label={words.secret}
      words={words}
      closeLabel={words.kept}
    />
  );
}
