import { Icon } from "@/components/icons/Icon.tsx";
import { LinkButton } from "@/lib/phone/parts/LinkButton.tsx";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import type { Language } from "@/lib/words/language.ts";

interface LinksProps {
  notification: Pick<PhoneNotification, "url" | "links">;
  language: Language;
}

/** The notification's link, or the several pages of this server that a notice leads to. */
export function Links({ notification: { url, links = [] }, language }: LinksProps) {
  if (links.length === 0) return <LinkButton url={url} language={language} />;
  return (
    <ul class="links">
      {links.map((link) => (
        <li key={link.url}>
          <a class="link-button" href={link.url} target="_blank" rel="noopener noreferrer">
            <Icon name="external-link" class="icon" />
            <span dir="auto">{link.label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
