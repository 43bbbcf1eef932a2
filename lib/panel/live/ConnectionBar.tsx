import { usePage } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { connectionWords } from "@/lib/panel/live/words.ts";

interface ConnectionBarProps {
  isLost: boolean;
}

/** Says that the server is out of reach. */
export function ConnectionBar({ isLost }: ConnectionBarProps) {
  const { language } = usePage();
  return (
    <div role="status">
      {isLost && (
        <div class="connection-bar">
          <Icon name="wifi-off" />
          <p>{connectionWords.lost[language]}</p>
        </div>
      )}
    </div>
  );
}
