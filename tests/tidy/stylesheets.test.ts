/** Each page links the sheets of static/ whose rules its markup may need. */
import assert from "node:assert/strict";
import { importsOf, root, sourceFiles } from "./sources.ts";

interface Sheet {
  /** The classes of each selector that stands in no other rule. */
  selectors: string[][];
  /** The classes of all rules. */
  classes: Set<string>;
}

const files = new Set(sourceFiles());
const pages = [...files].filter((file) =>
  /^routes\/(?:panel|q|api)\/(?!.*\(_|_).*\.tsx$/.test(file)
);
const appSheet = readSheet(read("static/app.css"));

function read(file: string): string {
  return Deno.readTextFileSync(`${root}/${file}`);
}

function readSheet(css: string): Sheet {
  const sheet: Sheet = { selectors: [], classes: new Set() };
  const isWithinRule: boolean[] = [];
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"/g, '""');
  for (const [, prelude, mark] of plain.matchAll(/([^{};]*)([{};])/g)) {
    if (mark === "}") isWithinRule.pop();
    if (mark !== "{") continue;
    const isRule = !prelude!.trim().startsWith("@");
    for (const selector of isRule ? prelude!.split(/,(?![^(]*\))/) : []) {
      const names = [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!);
      for (const name of names) sheet.classes.add(name);
      if (!isWithinRule.includes(true) && names.length > 0) sheet.selectors.push(names);
    }
    isWithinRule.push(isRule);
  }
  return sheet;
}

/** The sheets that a page links beside app.css, in their order. */
function sheetsOf(page: string): string[] {
  const [, names = ""] = read(page).match(/\bstylesheets: \[([^\]]*)\]/) ?? [];
  return names.match(/\/[\w.]+/g) ?? [];
}

/** Words with a hyphen in any string, others where they stand as a class. */
function classesIn(markup: string): string[] {
  const hyphenated = [...markup.matchAll(/(?<=[\s"'`])[a-z]\w*-[\w-]+(?=[\s"'`])/g)];
  const attributes = [...markup.matchAll(/\bclass=("[^"]*"|\{[^}]*(?:\{[^}]*\}[^}]*)*\})/g)];
  return [
    ...hyphenated.map(([word]) => word),
    ...attributes.flatMap(([, value]) => value!.split(/[\s"'`]+/)),
  ];
}

const classesByFile = new Map(
  [...files].filter((file) => file.endsWith(".tsx")).map((file) => [file, classesIn(read(file))]),
);

/** Classes of what a page imports, at once or late, and of the frame around it. */
function classesOf(page: string): Set<string> {
  const visits = new Set<string>();
  const queue = [page, "routes/panel/_layout.tsx"];
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (visits.has(file) || !files.has(file)) continue;
    visits.add(file);
    queue.push(...importsOf(file, { types: false }));
  }
  return new Set([...visits].flatMap((file) => classesByFile.get(file) ?? []));
}

/** Faults of a page with these classes that links `names`. */
function faultsOf(classes: Set<string>, names: string[], sheets: Map<string, Sheet>): string[] {
  return [...sheets].flatMap(([name, { selectors }]) => {
    const matches = selectors.filter((selector) =>
      selector.every((one) => classes.has(one)) &&
      !selector.every((one) => appSheet.classes.has(one))
    );
    if (names.includes(name)) return matches.length > 0 ? [] : [`${name} in vain`];
    const gaps = matches.filter((selector) =>
      !names.some((other) => selector.every((one) => sheets.get(other)!.classes.has(one)))
    );
    return gaps.length > 0 ? [`${name} for ${gaps.join(" ")}`] : [];
  });
}

Deno.test("a page links a sheet for each class that it may have, and no sheet in vain", () => {
  const sheets = new Map(
    pages.flatMap(sheetsOf).map((name) => [name, readSheet(read(`static${name}`))]),
  );
  assert.ok(pages.length > 40 && sheets.size > 8);
  const faults = pages.flatMap((page) =>
    faultsOf(classesOf(page), sheetsOf(page), sheets).map((fault) => `${page}: ${fault}`)
  );
  assert.deepEqual(faults, []);
});

Deno.test("a sheet that is not linked is found, and one too many", () => {
  const css = `/* .any {} */ @layer components {
    .row:is(.even, .odd)[data-a=".no"], .head { & > .deep { color: red; } }
    @media (width < 48rem) { main:has(.foot) { margin: 0; } }
  }`;
  const sheet = readSheet(css);
  assert.deepEqual(sheet.selectors, [["row", "even", "odd"], ["head"], ["foot"]]);
  const classes = new Set(classesIn('<i class={`row ${a ? "foot" : b}`} title="even odd head" />'));
  const sheets = new Map([["/a.css", sheet], ["/b.css", readSheet(".other {}")]]);
  assert.deepEqual(faultsOf(classes, [], sheets), ["/a.css for foot"]);
  assert.deepEqual(faultsOf(classes, ["/a.css", "/b.css"], sheets), ["/b.css in vain"]);
});
