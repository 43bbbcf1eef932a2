import assert from "node:assert/strict";
import ts from "typescript";
import { root, sourceFiles } from "./sources.ts";

/** Words that are no names here, each with the field's own. */
const refused = new Map([
  ["twin", "duplicate"],
  ["door", "guard"],
  ["talk", "conversation"],
  ["lane", "queue"],
  ["turns", "queue"],
  ["fate", "outcome"],
  ["wish", "preference"],
  ["wished", "preference"],
  ["owed", "pending"],
  ["chance", "random"],
  ["relay", "proxy"],
  ["touches", "entries"],
]);

/** Names that stay, and the files that have them. */
const exceptions: { name: RegExp; files: RegExp; why: string }[] = [
  {
    name: /^talks$/,
    files: /^lib\/phone\/(database|parts\/PhoneHeader|conversations\/|unsent\/end_pairing)/,
    why: "phones have stored them under this name",
  },
  {
    name: /lane/i,
    files: /^(lib\/channels\/in\/|lib\/db\/channels_schema|tests\/channels\/)/,
    why: "a column of `channel_events`",
  },
  { name: /^lastChance$/, files: /^tests\/phone\/support\//, why: "a parameter of the browser's" },
  { name: /^tryRelay$/, files: /^attack\//, why: "an open mail relay is called so" },
  { name: /^wish$/, files: /^attack\//, why: "a field of a site's own form" },
];

/** `["fair", "lanes"]` of `fairLanes`. */
function segmentsOf(name: string): string[] {
  return name.split(/_|(?=[A-Z])/).map((one) => one.toLowerCase());
}

function wordOf(segment: string): string | undefined {
  return [segment, segment.replace(/s$/, ""), segment.replace(/es$/, "")]
    .find((one) => refused.has(one));
}

/** Identifiers of a file that hold a refused word, each with the word to use. */
function refusedIn(file: string, source: string): string[] {
  const names = new Set<string>();
  const scan = (node: ts.Node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const name = node.text.replace(/^#/, "");
      const word = segmentsOf(name).map(wordOf).find((one) => one !== undefined);
      const stays = exceptions.some((one) => one.name.test(name) && one.files.test(file));
      if (word && !stays) names.add(`${name}: ${refused.get(word)}`);
    }
    ts.forEachChild(node, scan);
  };
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  scan(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind));
  return [...names];
}

Deno.test("names are the field's words", () => {
  // Migrations are frozen.
  const files = sourceFiles().filter((file) => !file.startsWith("migrations/"));
  const wrong = files.flatMap((file) =>
    refusedIn(file, Deno.readTextFileSync(`${root}/${file}`)).map((one) => `${file}: ${one}`)
  );
  assert.deepEqual(wrong, []);
});

Deno.test("a refused word is found in a name's segments, in the plural too, and not in texts", () => {
  const source = 'class A { #fairLanes = wishes_of("lane"); } /* door */ const doorway = 1;';
  assert.deepEqual(refusedIn("lib/a.ts", source), ["fairLanes: queue", "wishes_of: preference"]);
});
