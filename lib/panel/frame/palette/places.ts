import type { Command } from "@/lib/panel/frame/palette/command.ts";
import { hrefIn } from "@/components/page.ts";
import { paletteWords } from "@/lib/panel/frame/palette/words.ts";
import { type Place, settingsPaths } from "@/lib/panel/frame/palette/settings_paths.ts";
import { settingsNames } from "@/lib/words/pages/settings_names.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Where {
  companyId: number;
  language: Language;
}

/** Pages behind the sections that the frame names itself. */
export function furtherPlaces({ companyId, language }: Where): Omit<Command, "group">[] {
  const names = speak(settingsNames, language);
  const words = speak(paletteWords, language);
  const named: readonly Place[] = ["employees", "activities"];
  const places = (Object.keys(settingsPaths) as Place[]).filter((one) => !named.includes(one));
  return [
    ...places.map((place) => ({
      label: names[place],
      also: words.also[place as keyof typeof words.also],
      href: hrefIn(companyId, settingsPaths[place]),
    })),
    ...Object.entries(words.imports).map(([noun, label]) => ({
      label,
      href: hrefIn(companyId, `/panel/imports?noun=${noun}`),
    })),
    { label: words.pastImports, href: hrefIn(companyId, "/panel/imports/past") },
    { label: words.api, href: "/api/docs" },
  ];
}

/** Other words by which people ask for a form. @param href `…/employees?company_id=1#new` */
export function alsoCalled(href: string, language: Language): string | undefined {
  const words = speak(paletteWords, language).creations;
  const [, section] = /^\/panel\/(\w+)/.exec(href) ?? [];
  return words[section as keyof typeof words];
}

/** Links of the page that call somebody. */
export function callCommands(language: Language): Omit<Command, "group">[] {
  const { call } = speak(paletteWords, language);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="tel:"]')];
  const numbers = new Map(links.map((link) => [link.getAttribute("href")!, link]));
  return [...numbers].map(([href, link]) => ({
    label: call(href.slice("tel:".length)),
    run: () => link.click(),
  }));
}
