import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { nounWords } from "@/lib/words/nouns.ts";
import { type Place, settingsPaths as paths } from "@/lib/panel/frame/palette/settings_paths.ts";
import { settingsWords } from "@/lib/panel/settings/words.ts";

export type Section = keyof typeof settingsWords.texts;
const groups: [name: keyof typeof settingsWords.groups, places: Place[]][] = [
  [
    "company",
    [
      ...[
        "profile",
        "hours",
        "brand",
        "sales",
        "form",
        "channels",
        "templates",
        "notices",
      ] as const,
      "privacy",
    ],
  ],
  ["you", ["me"]],
  ["more", ["employees", "trash", "activities", "phones", "keys"]],
];

interface SettingsFrameProps {
  section: Section;
  /** Title of one thing in the section, instead of the section's own. */
  title?: string;
  text?: string;
  back?: { href: string; label: string };
  children: ComponentChildren;
}

/** The sections of the settings on the left, on a phone behind one line, and one of them. */
export function SettingsFrame(props: SettingsFrameProps) {
  const { language } = usePage();
  const { section, title, text, back, children } = props;
  const words = useWords(settingsWords);
  return (
    <div class="settings">
      <aside class="max-md:hidden">
        <Sections section={section} />
      </aside>
      <details class="settings-menu md:hidden">
        <summary class="button w-full justify-between">
          {`${nounWords.settings.many[language]}: ${words.names[section]}`}
          <Icon name="chevron-down" />
        </summary>
        <div class="mt-2 rounded-lg border border-line bg-raised p-2">
          <Sections section={section} />
        </div>
      </details>
      <div class="min-w-0 space-y-8">
        <header>
          {back && (
            <a class="button button-plain -ml-3 text-soft" href={back.href}>
              <Icon name="arrow-left" />
              <bdi>{back.label}</bdi>
            </a>
          )}
          <h1 class="text-title font-semibold tracking-tight" dir="auto">
            {title ?? words.names[section]}
          </h1>
          <p class="text-pretty text-soft">{text ?? words.texts[section]}</p>
        </header>
        {children}
      </div>
    </div>
  );
}

function Sections({ section }: { section: Section }) {
  const { href } = usePage();
  const words = useWords(settingsWords);
  return (
    <nav class="space-y-4" aria-label={words.sections}>
      {groups.map(([group, places]) => (
        <div key={group}>
          <p class="px-2 pb-1 text-label text-soft">{words.groups[group]}</p>
          {places.map((place) => (
            <a
              key={place}
              class="menu-item"
              href={href(paths[place])}
              aria-current={place === section ? "true" : "false"}
            >
              {words.names[place]}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}
