import { useWords } from "@/components/page.ts";
import { peopleWords } from "@/lib/panel/composer/people_words.ts";

interface WaysProps {
  text: string;
  email?: string | null;
  whatsapp?: string | null;
}

/** Links that open the text where an answer can be sent from. */
export function Ways({ text, email, whatsapp }: WaysProps) {
  const words = useWords(peopleWords);
  const body = encodeURIComponent(text);
  const query = new URLSearchParams({ text });
  const ways = [
    email && { label: words.mail, href: `mailto:${encodeURIComponent(email)}?body=${body}` },
    whatsapp && { label: "WhatsApp", href: `https://wa.me/${whatsapp}?${query}` },
  ].filter((way) => way !== null && way !== undefined && way !== "");
  if (ways.length === 0) return null;
  return (
    <p class="text-label text-soft">
      {words.sendBy} {ways.map(({ label, href }, index) => (
        <>
          {index > 0 && " · "}
          <a
            class="font-medium text-text underline decoration-line-strong underline-offset-2"
            href={href}
            target={href.startsWith("https:") ? "_blank" : undefined}
            rel="noreferrer"
          >
            {label}
          </a>
        </>
      ))}
    </p>
  );
}
