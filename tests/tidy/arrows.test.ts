import assert from "node:assert/strict";
import { importsOf, root, sourceFiles } from "./sources.ts";

const domains = ["reports", "sales", "crm", "notify", "access"];
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

Deno.test("lib imports no route, island, component, demo or test", () => {
  refuse(
    under("lib"),
    (_, target) => !/^(routes|islands|components|demo|tests|bench)\//.test(target),
  );
});

Deno.test("domains import only those after them: reports → sales → crm → notify → access", () => {
  for (const [at, domain] of domains.entries()) {
    refuse(under(`lib/${domain}`), (_, target) => {
      const other = domains.indexOf(room(target) ?? "");
      return other < 0 || other >= at;
    });
  }
});

Deno.test("domains know nothing of doors, routes' wiring or the running process", () => {
  const wiring =
    /^lib\/(web\/(doors|endpoint|serve|openapi|envelope)|services|open_services|commands)/;
  for (const domain of domains) refuse(under(`lib/${domain}`), (_, target) => !wiring.test(target));
});

Deno.test("lib/db knows no domain", () => {
  refuse(under("lib/db"), (_, target) => !domains.includes(room(target) ?? ""));
});

Deno.test("routes import no route, and nothing that is not the app", () => {
  refuse(under("routes"), (_, target) => !/^(routes|demo|tests|bench|migrations)\//.test(target));
});

Deno.test("SQL stays out of routes: only lib talks to the database's tables", () => {
  refuse(under("routes"), (file, target) => target !== "kysely" || file === "routes/readyz.ts");
});

Deno.test("components import no island and no route", () => {
  refuse(under("components"), (_, target) => !/^(routes|islands)\//.test(target));
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

Deno.test("the app names Fresh only by the three specifiers that the real one has", () => {
  const app = [
    ...under("routes"),
    ...under("islands"),
    ...under("components"),
    "app.ts",
    "main.ts",
    "dev.ts",
  ];
  refuse(app, (_, target) => !target.startsWith("lib/fresh/"));
  const allowed = new Set(["fresh", "fresh/runtime", "fresh/dev"]);
  refuse(
    files,
    (_, target) => !target.startsWith("fresh") || target === "fresh" || allowed.has(target),
  );
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
    assert.ok(functions.length === 1, `${file} exports ${functions.length} functions`);
    assert.match(functions[0]![1]!, /^[A-Z]/, file);
  }
});
