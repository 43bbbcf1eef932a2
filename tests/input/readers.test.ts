/** The list of readers is whole: what meets strangers' text with a pattern is fed by a test. */
import assert from "node:assert/strict";
import { resolve } from "node:path";
import ts from "typescript";
import { importsOf, root, sourceFiles } from "../tidy/sources.ts";
import { formReaders } from "./readers/form_readers.ts";
import { mailReaders } from "./readers/mail_readers.ts";
import { metaReaders } from "./readers/meta_readers.ts";
import { tableReaders } from "./readers/table_readers.ts";
import { textReaders } from "./readers/text_readers.ts";

/** Rooms and files that read what strangers wrote, or what was copied from them. */
const rooms = [
  ...["lib/channels/email/read/", "lib/channels/email/autoconfig.ts", "lib/channels/in/"],
  ...["lib/channels/meta/hook/", "lib/channels/meta/read/", "lib/channels/meta/untyped.ts"],
  ...["lib/channels/email/compose.ts", "lib/records/imports/", "lib/records/search_words.ts"],
  ...["lib/files/sniff.ts", "lib/files/file.ts", "lib/files/ranges.ts", "lib/http/form_body.ts"],
  ...["lib/http/request.ts", "lib/http/accept_encoding.ts", "lib/http/etag.ts"],
  ...["lib/http/disposition.ts", "lib/crm/contacts/contact_form.ts", "lib/crm/templates/"],
  ...["lib/crm/contacts/held/form_posts.ts", "lib/crm/contacts/conversation/subjects.ts"],
  ...["lib/input/", "lib/panel/tasks/quick_add.ts", "lib/panel/tasks/client_names.ts"],
  ...["lib/panel/tasks/times.ts", "lib/panel/tasks/line_words.ts", "lib/panel/tasks/day_rules.ts"],
  ...["lib/panel/record/client_text.ts", "lib/panel/quotes/editor/paste.ts"],
  ...["lib/panel/quotes/editor/paste_heads.ts", "lib/sales/quotes/sheets/"],
  ...["lib/panel/quotes/editor/product_text.ts", "lib/panel/page/numbers.ts"],
  ...["lib/panel/composer/slash.ts", "gateway/http/paths.ts"],
];

function parse(file: string): ts.SourceFile {
  const text = Deno.readTextFileSync(resolve(root, file));
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

function hasPattern(node: ts.Node): boolean {
  const isMade = ts.isNewExpression(node) && node.expression.getText() === "RegExp";
  return ts.isRegularExpressionLiteral(node) || isMade ||
    !!ts.forEachChild(node, (child) => hasPattern(child) || undefined);
}

interface Declared {
  name: string;
  node: ts.Node;
  isOffered: boolean;
}

/** What stands at the top of a file; offered are functions that others may call with a text. */
function declaredIn(source: ts.SourceFile): Declared[] {
  return source.statements.flatMap((node): Declared[] => {
    if (ts.isFunctionDeclaration(node) && node.name) {
      const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      const isOffered = isExported === true && node.parameters.length > 0;
      return [{ name: node.name.text, node, isOffered }];
    }
    const parts = ts.isVariableStatement(node) ? node.declarationList.declarations : [];
    return parts.map((one) => ({ name: one.name.getText(), node: one, isOffered: false }));
  });
}

/** Names of a file that the given ones use, and those that these use. */
function usedBy(names: readonly string[], declared: readonly Declared[]): Set<string> {
  const used = new Set(names);
  for (const name of used) {
    const visit = (node: ts.Node) => {
      if (ts.isIdentifier(node) && declared.some((one) => one.name === node.text)) {
        used.add(node.text);
      }
      ts.forEachChild(node, visit);
    };
    const own = declared.find((one) => one.name === name);
    if (own) visit(own.node);
  }
  return used;
}

/** Offered functions that meet a pattern, and are used by none of `fed`. */
function unfedIn(source: ts.SourceFile, fed: ReadonlySet<string>): string[] {
  const declared = declaredIn(source);
  const { fileName } = source;
  const own = declared.map(({ name }) => name).filter((name) => fed.has(`${fileName} ${name}`));
  const used = usedBy(own, declared);
  return declared.filter(({ name, isOffered }) => {
    const meets = () =>
      [...usedBy([name], declared)]
        .some((one) => hasPattern(declared.find((other) => other.name === one)!.node));
    return isOffered && !used.has(name) && meets();
  }).map(({ name }) => `${fileName} ${name}`);
}

/** `module name` of what files import, from those that are listed on. */
function reached(listed: readonly string[]): Set<string> {
  const names = new Set(listed);
  const files = new Set(listed.map((one) => one.split(" ")[0]!));
  for (const file of files) {
    for (const statement of parse(file).statements) {
      if (!ts.isImportDeclaration(statement)) continue;
      const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
      if (!specifier.startsWith("@/")) continue;
      files.add(specifier.slice(2));
      const named = statement.importClause?.namedBindings;
      if (!named || !ts.isNamedImports(named)) continue;
      for (const { name, propertyName } of named.elements) {
        names.add(`${specifier.slice(2)} ${(propertyName ?? name).text}`);
      }
    }
  }
  return names;
}

const readers = [...mailReaders, ...metaReaders, ...formReaders, ...tableReaders, ...textReaders];
const listed = readers.flatMap(({ of }) =>
  Object.entries(of).flatMap(([file, names]) => names.map((name) => `${file} ${name}`))
);

Deno.test("every reader of strangers' text is in the list, or called by one that is", () => {
  const isFed = reached(listed);
  const files = sourceFiles().filter((file) => rooms.some((one) => file.startsWith(one)));
  const missing = files.map(parse).filter(hasPattern).flatMap((source) => unfedIn(source, isFed));
  assert.deepEqual(missing, []);
});

Deno.test("what the list names is there, and is what the readers call", () => {
  const sources = new Set(sourceFiles());
  for (const room of rooms) {
    assert.ok([...sources].some((file) => file.startsWith(room)), room);
  }
  const own = ["form", "mail", "meta", "table", "text"].flatMap((name) =>
    importsOf(`tests/input/readers/${name}_readers.ts`)
  );
  for (const one of listed) {
    const [file, name] = one.split(" ") as [string, string];
    assert.ok(own.includes(file), `${file} is not imported`);
    assert.ok(Deno.readTextFileSync(resolve(root, file)).includes(name), one);
  }
});
