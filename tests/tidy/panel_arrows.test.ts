import assert from "node:assert/strict";
import { appIconPaths } from "@/components/icons/app_icons.ts";
import { pageIcons } from "@/components/icons/page_icons.ts";
import { refuse, under } from "./arrows.ts";
import { importsOf, root, sourceFiles } from "./sources.ts";

const files = sourceFiles();

/** The panel's shared rooms, from those nearest to the nouns down to the page; nouns stand above. */
const panelOrder = [
  ["board", "imports"],
  ["list", "record"],
  ["frame"],
  ["form"],
  ["save"],
  ["live"],
  ["charts", "excel"],
  ["api"],
  ["page"],
];
/** Rooms of nouns that show what another noun's room is about. */
const shows: Record<string, string[]> = {
  composer: ["tasks"],
  contacts: ["events"],
  dashboard: ["reports"],
  opportunities: ["composer"],
  quotes: ["composer"],
  sales: ["quotes"],
};

Deno.test("within the panel the arrows run one way: nouns, what they share, the page", () => {
  const inner = (path: string) => /^lib\/panel\/(\w+)\//.exec(path)?.[1];
  const rank = (name: string) => panelOrder.findIndex((names) => names.includes(name));
  refuse(under("lib/panel"), (file, target) => {
    const [from, to] = [inner(file), inner(target)];
    if (from === undefined || to === undefined || from === to) return true;
    if (rank(to) < 0) return (shows[from] ?? []).includes(to);
    return rank(to) > rank(from);
  });
});

Deno.test("components stand below the panel and the phone: they know neither noun nor server", () => {
  refuse(
    under("components"),
    (_, target) => !/^(routes|islands|lib\/(panel|phone)\/)/.test(target),
  );
});

Deno.test("what a browser gets imports only pure files, all the way down", () => {
  const visited = new Set<string>();
  const pending = [...under("islands"), ...under("components")];
  while (pending.length > 0) {
    const file = pending.pop()!;
    if (visited.has(file)) continue;
    visited.add(file);
    for (const target of importsOf(file, { types: false })) {
      assert.doesNotMatch(target, /^(node:|pg$|kysely|@electric-sql|jose$)/, `${file} → ${target}`);
      assert.doesNotMatch(target, /^lib\/(db|work|access|service)\//, `${file} → ${target}`);
      if (files.includes(target)) pending.push(target);
    }
  }
});

Deno.test("an island imports no field table and no zod: the server hands it what it shows", () => {
  const visited = new Set<string>();
  const pending = under("islands");
  while (pending.length > 0) {
    const file = pending.pop()!;
    if (visited.has(file)) continue;
    visited.add(file);
    for (const target of importsOf(file, { types: false })) {
      assert.notEqual(target, "zod", `${file} → ${target}`);
      assert.doesNotMatch(target, /^lib\/(crm|sales)\/.*fields\.ts$/, `${file} → ${target}`);
      if (files.includes(target)) pending.push(target);
    }
  }
});

const drawsApps = new Set(["components/icons/app_icons.ts", "lib/panel/channels/kind_icons.ts"]);

Deno.test("an island draws no icon that only the server has", () => {
  const visited = new Set<string>();
  const pending = under("islands");
  while (pending.length > 0) {
    const file = pending.pop()!;
    if (visited.has(file)) continue;
    visited.add(file);
    const source = Deno.readTextFileSync(`${root}/${file}`);
    for (const name of Object.keys(pageIcons)) {
      // What draws the kinds of accounts brings the apps' marks itself.
      if (Object.hasOwn(appIconPaths, name) && drawsApps.has(file)) continue;
      assert.ok(!source.includes(`"${name}"`), `${file} draws ${name}`);
    }
    pending.push(...importsOf(file, { types: false }).filter((target) => files.includes(target)));
  }
});

Deno.test("ids come from props: the real Fresh counts useId anew in each island", () => {
  for (const file of [...under("islands"), ...under("components"), ...under("lib")]) {
    assert.doesNotMatch(Deno.readTextFileSync(`${root}/${file}`), /\buseId\b/, file);
  }
});

Deno.test("islands/ holds islands only: every function that a file exports would be one", () => {
  for (const file of under("islands")) {
    const source = Deno.readTextFileSync(`${root}/${file}`);
    const functions = [...source.matchAll(/^export (?:default )?(?:async )?function (\w+)/gm)];
    const joined = [
      ...source.matchAll(/^export \{ (\w+) \} from "@\/lib\/panel\/.*\/\1\.tsx";$/gm),
    ];
    // One island of its own, or islands that share a bundle and nothing besides.
    const lines = source.split("\n").filter((line) => !/^(\/\*\*.*\*\/)?$/.test(line));
    const isBundle = joined.length > 0 && joined.length === lines.length;
    assert.ok(isBundle || functions.length === 1, `${file} exports ${functions.length} functions`);
    for (const [, name] of isBundle ? joined : functions) assert.match(name!, /^[A-Z]/, file);
    assert.ok(source.split("\n").length <= 61, `${file} has logic of its own: its room has it`);
  }
});

Deno.test("what a page loads later can be asked for again after a failure", () => {
  const bare = /(?<!typeof |(?:fetchModule|lateView|later)\(\s*\(\) =>\s+)\bimport\("/;
  for (const file of ["islands", "components", "lib/panel", "lib/phone"].flatMap(under)) {
    assert.doesNotMatch(Deno.readTextFileSync(`${root}/${file}`), bare, file);
  }
});
