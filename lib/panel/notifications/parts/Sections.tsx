import { usePage } from "@/components/page.ts";
import { logWords } from "@/lib/panel/notifications/log_words.ts";

const paths = {
  log: "",
  send: "/send",
  callbacks: "/callbacks",
  keys: "/keys",
  phones: "/phones",
} as const;
export type NotificationSection = keyof typeof paths;

interface SectionsProps {
  current: NotificationSection;
}

/** The parts of notifications, above each of them. */
export function Sections({ current }: SectionsProps) {
  const { href, language } = usePage();
  return (
    <nav
      aria-label={logWords.sections.label[language]}
      class="section-links md:mb-5 border-b border-line"
    >
      {(Object.keys(paths) as NotificationSection[]).map((section) => (
        <a
          key={section}
          href={href(`/panel/notifications${paths[section]}`)}
          aria-current={section === current ? "page" : "false"}
        >
          {logWords.sections[section][language]}
        </a>
      ))}
    </nav>
  );
}
