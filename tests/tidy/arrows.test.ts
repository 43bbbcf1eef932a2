import assert from "node:assert/strict";
import { refuse, under } from "./arrows.ts";
import { importsOf, root, sourceFiles } from "./sources.ts";

const files = sourceFiles();
/** Over many nouns, and apart from each other. */
const overNouns = ["figures", "privacy", "views", "trash", "changes"];
const domains = [...overNouns, "sales", "crm", "channels", "files", "notify", "access"];
const room = (path: string) => /^lib\/(\w+)\//.exec(path)?.[1];
/** What every room may use: small values, and tools of the running process. */
const everywhere = ["values", "tools", "metrics"];

Deno.test("lib imports no route, island, demo or test; only what draws imports components", () => {
  refuse(
    under("lib"),
    (file, target) =>
      !/^(routes|islands|demo|gateway|tests|attack|bench)\//.test(target) &&
      (!target.startsWith("components/") || /^lib\/(panel|phone)\//.test(file)),
  );
});

/** Each room of lib and the rooms that it may import, besides itself and what is used everywhere. */
const mayImport: Record<string, string[]> = {
  tools: [],
  metrics: [],
  values: ["input", "words"],
  words: [],
  input: ["words"],
  db: [],
  fairness: ["db", "input", "words"],
  readers: ["fairness"],
  work: ["db", "fairness"],
  records: ["readers", "db", "input", "work", "words"],
  secrets: [],
  mail: [],
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
  alerts: ["status", "crm", "mail", "outbound", "db", "words"],
  status: ["notify", "db", "words"],
  http: ["service", "files", "access", "db", "fairness", "input", "words"],
  panel: [
    ...[
      "http",
      "status",
      "alerts",
      ...overNouns,
      "sales",
      "crm",
      "channels",
      "files",
      "notify",
      "access",
      "records",
    ],
    ...["db", "input", "words"],
  ],
  phone: ["input", "words"],
  build: [],
  backup: ["db"],
  invariants: ["channels", "access", "secrets", "db"],
  launch: ["readers", "db"],
};

/** Rooms of which a room may know types alone: what it gets as JSON is as their schemas say. */
const mayName: Record<string, string[]> = { phone: ["crm", "notify"] };

for (const [name, allowed] of Object.entries(mayImport)) {
  Deno.test(`lib/${name} imports only: ${allowed.join(", ") || "nothing"}`, () => {
    refuse(under(`lib/${name}`), (file, target) => {
      const other = room(target);
      if (other === undefined || other === name) return true;
      if (allowed.concat(everywhere).includes(other)) return true;
      const isNamed = mayName[name]?.includes(other) ?? false;
      return isNamed && !importsOf(file, { types: false }).includes(target);
    });
  });
}

Deno.test("every room of lib is in the table, or stands above it", () => {
  const above = ["commands", "doctor", "fresh", "service"];
  const rooms = new Set(files.map(room).filter((name) => name !== undefined));
  assert.deepEqual([...rooms].sort(), [...Object.keys(mayImport), ...above].sort());
});

Deno.test("the gateway knows no company: of lib it imports words, mail, files, back-ups and launch", () => {
  const lib =
    /^lib\/(words\/|launch\/|mail\/|tools\/|metrics\/|db\/hosts\/|service\/control\/(server|backup_by_owner)\.ts|(db\/folder|fairness\/network|service\/config)\.ts)/;
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
  channels: [
    ["checks"],
    ["meta/catch_up"],
    ["meta/apps"],
    ["meta/connect"],
    ["out"],
    ["meta/hook"],
    ["in"],
    ["meta/templates"],
    ["meta/files", "meta/people", "meta/out"],
    ["email"],
    ["meta/graph"],
    ["accounts"],
    ["meta/read"],
    // What all of them say of Meta.
    ["meta"],
  ],
};

for (const [domain, order] of Object.entries(orders)) {
  Deno.test(`within ${domain} the arrows run one way`, () => {
    const inner = (path: string) =>
      new RegExp(`^lib/${domain}/(meta/\\w+(?=/)|\\w+(?=/))`).exec(path)?.[1];
    const rank = (name: string) => order.findIndex((names) => names.includes(name));
    refuse(under(`lib/${domain}`), (file, target) => {
      const [from, to] = [inner(file), inner(target)];
      if (from === undefined || to === undefined || from === to) return true;
      assert.ok(rank(from) >= 0 && rank(to) >= 0, `${from} or ${to} has no place in the order`);
      return rank(to) > rank(from);
    });
  });
}

Deno.test("domains know nothing of guards, routes' wiring or the running process", () => {
  const wiring = /^lib\/(http|service|commands)\//;
  for (const domain of domains) refuse(under(`lib/${domain}`), (_, target) => !wiring.test(target));
});

Deno.test("no folder of lib or of the gateway holds more than 22 files", () => {
  const folders = Map.groupBy(
    [...under("lib"), ...under("gateway")],
    (file) => file.slice(0, file.lastIndexOf("/")),
  );
  for (const [folder, inside] of folders) {
    assert.ok(inside.length <= 22, `${folder}: ${inside.length}`);
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

Deno.test("files stay small, and nothing is left to be done", () => {
  for (const file of files) {
    const source = Deno.readTextFileSync(`${root}/${file}`);
    assert.ok(source.split("\n").length <= 301, `${file} has more than 300 lines`);
    if (file.startsWith("tests/tidy/")) continue;
    assert.doesNotMatch(source, /\b(TODO|FIXME|XXX)\b/, file);
  }
});
