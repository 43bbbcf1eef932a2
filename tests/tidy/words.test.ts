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
  ["told", "notified"],
  ["said", "message"],
]);

/** Words that are right elsewhere: a box is a rectangle too, and yes the word on a button. */
const refusedInside: { word: string; own: string; files: RegExp }[] = [
  { word: "box", own: "cipher or mailbox", files: /^(lib|tests)\/(secrets|channels|crm|db)\// },
  { word: "yes", own: "approval", files: /^(lib\/(crm|sales)|routes\/api|tests\/sales)\// },
];

/** Participles, which alone do not name what a value is. */
const participles = new Set(
  "found known said kept given asked told shown made taken meant seen held left".split(" "),
);

/** Names that stay, and the files that have them. */
const exceptions: { name: RegExp; files: RegExp; why: string }[] = [
  {
    name: /^talks$/,
    files: /^lib\/phone\/(database|parts\/PhoneHeader|conversations\/|unsent\/end_pairing)/,
    why: "phones have stored them under this name",
  },
  { name: /^told_at$/, files: /^lib\/(channels|db)\//, why: "a column of `channel_accounts`" },
  {
    name: /^said$/,
    files:
      /^(lib\/(channels\/(accounts|email\/oauth)|db|sales\/sharing|words\/quotations)|tests\/(channels\/email|sales\/sharing))\//,
    why: "a field of the API, and of a stored error",
  },
  {
    name: /^said$/,
    files: /^lib\/panel\/(channels\/mailbox\/FinishSignIn|quotes\/shared\/QuoteQuestions)/,
    why: "the same field where it is shown",
  },
  {
    name: /^owed$/,
    files:
      /^(lib\/(commands\/release|panel\/installation\/|http\/document\/examples)|routes\/api\/admin\/installation\/|tests\/(status|panel\/installation)\/)/,
    why: "an option of the command, and a field of the API",
  },
  {
    name: /^(relevo_(oldest_)?owed|owed|Owed)/,
    files: /^(lib\/(alerts|metrics|status|service\/metrics)|tests\/(alerts|metrics|status))\//,
    why: "names of metrics, and of the installation's status",
  },
  {
    name: /^door$/,
    files: /^tests\/metrics\//,
    why: "a label of metrics",
  },
  { name: /^yes$/, files: /^lib\/crm\/notices\/approval_/, why: "the word on a button" },
  {
    name: /lane/i,
    files: /^(lib\/channels\/in\/|lib\/db\/tables\/channels|tests\/channels\/)/,
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

function wordOf(file: string, segment: string): string | undefined {
  for (const one of [segment, segment.replace(/s$/, ""), segment.replace(/es$/, "")]) {
    const inside = refusedInside.find(({ word, files }) => word === one && files.test(file));
    if (refused.has(one) || inside) return refused.get(one) ?? inside!.own;
  }
}

const isParticiple = ({ text }: ts.Identifier) => participles.has(text);

/** Whether a local is called by a participle alone; one destructured without a name is not its own. */
function isUnnamed(node: ts.Node): boolean {
  if (ts.isBindingElement(node)) {
    const isOwn = node.propertyName !== undefined || ts.isArrayBindingPattern(node.parent);
    return isOwn && ts.isIdentifier(node.name) && isParticiple(node.name);
  }
  return (ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name) &&
    isParticiple(node.name);
}

/** A boolean is a flag, while `mark` is a verb. */
function isMark(node: ts.Node): boolean {
  return (ts.isPropertySignature(node) || ts.isVariableDeclaration(node) || ts.isParameter(node)) &&
    node.type?.kind === ts.SyntaxKind.BooleanKeyword && ts.isIdentifier(node.name) &&
    segmentsOf(node.name.text).at(-1) === "mark";
}

/** Identifiers of a file that hold a refused word, each with the word to use. */
function refusedIn(file: string, source: string): string[] {
  const names = new Set<string>();
  const scan = (node: ts.Node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const name = node.text.replace(/^#/, "");
      const word = segmentsOf(name).map((one) => wordOf(file, one)).find((one) => one);
      const stays = exceptions.some((one) => one.name.test(name) && one.files.test(file));
      if (word && !stays) names.add(`${name}: ${word}`);
    } else if (isUnnamed(node)) {
      names.add(`${(node as ts.NamedDeclaration).name!.getText()}: the thing itself`);
    } else if (isMark(node)) names.add("mark: flag");
    ts.forEachChild(node, scan);
  };
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  scan(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind));
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

Deno.test("a local is called by more than a participle, a flag is no mark, a cipher no box", () => {
  const source = `const { kept, size: left } = rows; const given = (found, match) => rows.found;
    interface Row { hasMark: boolean; mark: string } const box = 1;`;
  assert.deepEqual(refusedIn("lib/a.ts", source), [
    ...["left", "given", "found"].map((name) => `${name}: the thing itself`),
    "mark: flag",
  ]);
  assert.deepEqual(refusedIn("lib/secrets/a.ts", "const box = 1;"), ["box: cipher or mailbox"]);
});
