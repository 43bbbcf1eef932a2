import assert from "node:assert/strict";
import { pageIcons } from "@/components/page_icons.ts";
import { importsOf, root, sourceFiles } from "./sources.ts";

/** Over many nouns, and apart from each other. */
const overNouns = ["figures", "privacy", "views", "trash", "changes"];
const domains = [...overNouns, "sales", "crm", "channels", "files", "notify", "access"];
const files = sourceFiles();
const under = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`));
const room = (path: string) => /^lib\/(\w+)\//.exec(path)?.[1];

function refuse(from: string[], allowed: (file: string, target: string) => boolean) {
  const wrong = from.flatMap((file) =>
    importsOf(file).filter((target) => !allowed(file, target)).map((target) =>
      `${file} → ${target}`
    )
  );
  assert.deepEqual(wrong, []);
}

Deno.test("lib imports no route, island, demo or test; only what draws imports components", () => {
  refuse(
    under("lib"),
    (file, target) =>
      !/^(routes|islands|demo|gateway|tests|attack|bench)\//.test(target) &&
      (!target.startsWith("components/") || /^lib\/(panel|phone)\//.test(file)),
  );
});

/** Each room of lib and the rooms that it may import, besides itself and lib's own files. */
const mayImport: Record<string, string[]> = {
  words: [],
  input: ["words"],
  db: [],
  fairness: ["db", "input", "words"],
  readers: ["fairness"],
  work: ["db", "fairness"],
  records: ["readers", "db", "input", "work", "words"],
  secrets: [],
  outbound: ["db", "fairness", "input", "work", "words"],
  access: ["db", "fairness", "input", "work", "words"],
  notify: ["access", "outbound", "db", "fairness", "input", "work", "words"],
  files: ["access", "records", "readers", "secrets", "db", "fairness", "input", "work", "words"],
  channels: [
    ...["files", "access", "records", "readers", "secrets", "outbound"],
    ...["db", "fairness", "input", "work", "words"],
  ],
  crm: ["channels", "files", "notify", "access", "records", "db", "input", "words"],
  sales: [
    ...["crm", "channels", "files", "notify", "access"],
    ...["records", "db", "input", "work", "words"],
  ],
  ...Object.fromEntries(
    overNouns.map((name) => [
      name,
      [
        ...["sales", "crm", "channels", "files", "notify", "access"],
        ...["fairness", "records", "db", "input", "words"],
      ],
    ]),
  ),
  http: ["files", "access", "db", "fairness", "input", "words"],
  panel: [
    ...["http", ...overNouns, "sales", "crm", "channels", "files", "notify", "access", "records"],
    ...["db", "input", "words"],
  ],
  phone: ["input", "words"],
  build: [],
  launch: ["readers"],
};

for (const [name, allowed] of Object.entries(mayImport)) {
  Deno.test(`lib/${name} imports only: ${allowed.join(", ") || "nothing"}`, () => {
    refuse(under(`lib/${name}`), (_, target) => {
      const other = room(target);
      return other === undefined || other === name || allowed.includes(other);
    });
  });
}

Deno.test("every room of lib is in the table, or stands above it", () => {
  const above = ["commands", "fresh"];
  const rooms = new Set(files.map(room).filter((name) => name !== undefined));
  assert.deepEqual([...rooms].sort(), [...Object.keys(mayImport), ...above].sort());
});

Deno.test("the gateway knows no company: of lib it imports words, files and what launches", () => {
  const lib = /^lib\/(words\/|launch\/|(db\/folder|fairness\/network|config|log|bounded_map)\.ts)/;
  refuse(under("gateway"), (_, target) => {
    const isOurs = files.includes(target);
    return !isOurs || target.startsWith("gateway/") || lib.test(target);
  });
  // The demo, and tests that need a gateway, use its parts; the app does not.
  const app = [
    ...under("routes"),
    ...under("islands"),
    ...under("components"),
    "app.ts",
    "main.ts",
  ];
  refuse(app, (_, target) => !target.startsWith("gateway/"));
});

/** Within crm and sales the arrows run in the order of the work, from the last to the first. */
const orders: Record<string, string[][]> = {
  crm: [
    ["morning"],
    ["tasks", "events"],
    ["opportunities"],
    ["stages"],
    ["clients"],
    ["timeline"],
    ["conversations"],
    ["contacts"],
    ["notes"],
    ["notices"],
    ["templates"],
    ["companies"],
  ],
  sales: [["sales"], ["approvals"], ["sharing"], ["document"], ["quotes"], ["products"]],
  notify: [
    ["due"],
    ["callbacks", "push"],
    ["attention", "inbox"],
    ["answering"],
    ["sending"],
    ["streams"],
  ],
  channels: [["out"], ["in"], ["email"], ["accounts"]],
};

for (const [domain, order] of Object.entries(orders)) {
  Deno.test(`within ${domain} the arrows run one way`, () => {
    const inner = (path: string) => new RegExp(`^lib/${domain}/(\\w+)/`).exec(path)?.[1];
    const rank = (name: string) => order.findIndex((names) => names.includes(name));
    refuse(under(`lib/${domain}`), (file, target) => {
      const [from, to] = [inner(file), inner(target)];
      if (from === undefined || to === undefined || from === to) return true;
      assert.ok(rank(from) >= 0 && rank(to) >= 0, `${from} or ${to} has no place in the order`);
      return rank(to) > rank(from);
    });
  });
}

/** Rooms of the panel that many nouns use. */
const sharedInPanel = ["page", "save", "live", "frame", "record", "list", "board", "charts"]
  .concat("excel", "imports");
/** Rooms of the panel that show what another room is about. */
const shows: Record<string, string[]> = {
  dashboard: ["reports"],
  composer: ["tasks"],
  opportunities: ["composer"],
  quotes: ["composer"],
};

Deno.test("a room of the panel imports what is shared, its own files and others' words", () => {
  const inner = (path: string) => /^lib\/panel\/(\w+)\//.exec(path)?.[1];
  refuse(under("lib/panel"), (file, target) => {
    const [from, to] = [inner(file)!, inner(target)];
    return to === undefined || to === from || /words\.ts$/.test(target) ||
      sharedInPanel.includes(to) || (shows[from] ?? []).includes(to);
  });
});

Deno.test("components know no noun: of the panel they know its page and how it asks the server", () => {
  refuse(
    under("components"),
    (_, target) => !/^(routes|islands|lib\/panel\/(?!page|save))/.test(target),
  );
});

Deno.test("domains know nothing of doors, routes' wiring or the running process", () => {
  const wiring = /^lib\/(http\/|services|open_services|recurring|start_work|commands)/;
  for (const domain of domains) refuse(under(`lib/${domain}`), (_, target) => !wiring.test(target));
});

Deno.test("no folder of lib outside fresh, or of the gateway, holds more than 22 files", () => {
  const folders = Map.groupBy(
    [...under("lib"), ...under("gateway")],
    (file) => file.slice(0, file.lastIndexOf("/")),
  );
  for (const [folder, inside] of folders) {
    if (folder !== "lib/fresh") assert.ok(inside.length <= 22, `${folder}: ${inside.length}`);
  }
});

Deno.test("routes import no route, and nothing that is not the app", () => {
  // A folder like `(_frame)` has no URL: it holds what several pages of its own are made of.
  refuse(
    under("routes"),
    (_, target) => !/^(routes(?!.*\(_)|demo|tests|attack|bench|migrations)\//.test(target),
  );
});

Deno.test("SQL stays out of routes: only lib talks to the database's tables", () => {
  refuse(under("routes"), (_, target) => target !== "kysely");
});

Deno.test("what a browser gets imports only pure files, all the way down", () => {
  const seen = new Set<string>();
  const pending = [...under("islands"), ...under("components")];
  while (pending.length > 0) {
    const file = pending.pop()!;
    if (seen.has(file)) continue;
    seen.add(file);
    for (const target of importsOf(file, { types: false })) {
      assert.doesNotMatch(target, /^(node:|pg$|kysely|@electric-sql|jose$)/, `${file} → ${target}`);
      assert.doesNotMatch(target, /^lib\/(db|work|access|services)/, `${file} → ${target}`);
      if (files.includes(target)) pending.push(target);
    }
  }
});

Deno.test("an island imports no field table and no zod: the server hands it what it shows", () => {
  const seen = new Set<string>();
  const pending = under("islands");
  while (pending.length > 0) {
    const file = pending.pop()!;
    if (seen.has(file)) continue;
    seen.add(file);
    for (const target of importsOf(file, { types: false })) {
      assert.notEqual(target, "zod", `${file} → ${target}`);
      assert.doesNotMatch(target, /^lib\/(crm|sales)\/.*fields\.ts$/, `${file} → ${target}`);
      if (files.includes(target)) pending.push(target);
    }
  }
});

Deno.test("an island draws no icon that only the server has", () => {
  const seen = new Set<string>();
  const pending = under("islands");
  while (pending.length > 0) {
    const file = pending.pop()!;
    if (seen.has(file)) continue;
    seen.add(file);
    const source = Deno.readTextFileSync(`${root}/${file}`);
    for (const name of Object.keys(pageIcons)) {
      assert.ok(!source.includes(`"${name}"`), `${file} draws ${name}`);
    }
    pending.push(...importsOf(file, { types: false }).filter((target) => files.includes(target)));
  }
});

Deno.test("the app names Fresh only by the three specifiers that the real one has", () => {
  const app = ["routes", "islands", "components"].flatMap(under)
    .concat("app.ts", "main.ts", "dev.ts");
  refuse(app, (_, target) => !target.startsWith("lib/fresh/"));
  const allowed = new Set(["fresh", "fresh/runtime", "fresh/dev"]);
  refuse(
    files,
    (_, target) => !target.startsWith("fresh") || target === "fresh" || allowed.has(target),
  );
});

Deno.test("the world that tests share knows Fresh by its specifiers only", () => {
  refuse(under("tests/support"), (_, target) => !target.startsWith("lib/fresh/"));
});

Deno.test("ids come from props: the real Fresh counts useId anew in each island", () => {
  for (const file of [...under("islands"), ...under("components"), ...under("lib")]) {
    assert.doesNotMatch(Deno.readTextFileSync(`${root}/${file}`), /\buseId\b/, file);
  }
});

Deno.test("files stay small, and nothing is left to be done", () => {
  for (const file of files) {
    const source = Deno.readTextFileSync(`${root}/${file}`);
    assert.ok(source.split("\n").length <= 301, `${file} has more than 300 lines`);
    if (file.startsWith("tests/tidy/")) continue;
    assert.doesNotMatch(source, /\b(TODO|FIXME|XXX)\b/, file);
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
