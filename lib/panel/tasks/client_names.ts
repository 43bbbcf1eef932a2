import { withoutEnd } from "@/lib/input/edges.ts";
import { anyOf, foldOne, wordsIn } from "@/lib/panel/tasks/folding.ts";
import { quickWords } from "@/lib/panel/tasks/quick_add_words.ts";

const most = 3;
const shortest = 3;
const capital = "\\p{Lu}[\\p{L}\\p{N}.&'-]*";
/** A name in capitals, which may have a small word inside: "Muebles del Sol". */
const named = new RegExp(`${capital}(?:\\s+(?:(?:de|del|la|y|e|&|of|and)\\s+)?${capital})*`, "gu");
const afterWord = new RegExp(
  `(?<![\\p{L}\\p{N}])${anyOf(quickWords.beforeName)}\\s+([\\p{L}\\p{N}.&'-]+)`,
  "giu",
);

/** Parts of a title that may be a client's name, the likeliest first. */
export function clientNames(title: string): string[] {
  const capitals = [...title.matchAll(named)];
  const inside = capitals.filter(({ index }) => index > 0).map(([name]) => name);
  const first = capitals.filter(({ index, 0: name }) => index === 0 && name.includes(" "))
    .flatMap(([name]) => [name, name.slice(name.indexOf(" ") + 1)]);
  const after = [...title.matchAll(afterWord)].map(([, name]) => name!);
  const names = [...inside, ...after, ...first]
    .map((name) => withoutEnd(name, /[.,;:]/))
    .filter((name) => name.length >= shortest && !noNames.includes(foldOne(name)));
  const folded = new Set<string>();
  return names.filter((name) => !folded.has(foldOne(name)) && folded.add(foldOne(name)))
    .slice(0, most);
}

const noNames = wordsIn(quickWords.noName);
