import { usePage, useWords } from "@/components/page.ts";
import { phoneWords } from "@/lib/panel/notifications/phone_words.ts";

interface AboutAppProps {
  /** Address at which phones reach this installation. */
  publicUrl: string;
}

/**
 * Explanation of the phone app: its purpose, who installs it, and whether it can work at this
 * address.
 */
export function AboutApp({ publicUrl }: AboutAppProps) {
  const { language } = usePage();
  const words = useWords(phoneWords);
  const address = `${publicUrl.replace(/^https?:\/\//, "")}/phone`;
  return (
    <div class="about-app mb-4 max-w-prose space-y-1 text-pretty text-soft">
      <p>
        {words.app(address)}{" "}
        <a class="text-text underline underline-offset-2" href={`/phone/help?lang=${language}`}>
          {words.guide}
        </a>
      </p>
      {!publicUrl.startsWith("https:") && <p class="text-warning-text">{words.notSecure}</p>}
    </div>
  );
}
