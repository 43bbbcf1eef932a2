import { Icon } from "@/components/Icon.tsx";
import type { Language } from "@/lib/words/language.ts";
import { connectionWords } from "@/lib/panel/live/words.ts";

interface ConnectionBarProps {
  isLost: boolean;
  language: Language;
}

/** Says that the server is out of reach. */
export function ConnectionBar({ isLost, language }: ConnectionBarProps) {
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
