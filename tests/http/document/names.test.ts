/**
 * Names in the served document. Generators make types of them beside a language's own and beside
 * those that they make of operations.
 */
import assert from "node:assert/strict";
import { type SchemaPart, served } from "./served.ts";

/** Types that a language's programs see without an import, or that a generator makes itself. */
const ownNames: Record<string, string> = {
  "JavaScript and its browsers":
    "Array Attr Blob Boolean Cache Client Clients Comment CookieStore Crypto Date Document Element Error Event " +
    "EventSource File FileList FormData Function Headers History Image Intl JSON Location Lock Map Math Node Notification Number Object " +
    "Option PaymentRequest Permissions Plugin Position Promise Proxy PushManager PushSubscription Range Record " +
    "Reflect Report Request Response Screen Selection Set Storage String Symbol Text Touch URL User " +
    "WeakMap Window Worker",
  "TypeScript":
    "Awaited Exclude Extract NonNullable Omit Parameters Partial Pick Readonly Required",
  "Java and Kotlin":
    "Any Boolean Byte Character Class Double Enum Error Exception Float Integer Iterable List Long " +
    "Map Module Nothing Number Object Override Package Pair Process Record Result Runtime Set Short " +
    "String System Thread Throwable Triple Unit Void",
  "C#":
    "Action Attribute Buffer Convert Delegate Enum Environment Exception Func Guid Index Lazy Math Nullable " +
    "Object Progress Random Range String Task Thread Timer Tuple Type Uri Version",
  "Swift": "Any Character Data Date Double Error Never Optional Result Sequence Task URL UUID",
  "Rust":
    "Box Copy Debug Default Drop Err Fn From Into Iterator None Ok Option Result Send Some Sync Vec",
  "Python": "BaseException Ellipsis Exception False None True Warning",
  "generators": "ApiClient ApiError ApiException ApiResponse Client ClientInterface ClientOption " +
    "ClientWithResponses Configuration Environment HttpRequestDoer Options RequestEditorFn RequestOptions Unset",
};

/** What generators put behind an operation's name. */
const suffixes = ["Body", "Data", "Error", "Errors", "JSONBody", "Params", "Request", "Response"];

const folded = (name: string) => name.replace(/[^a-z\d]/gi, "").toLowerCase();
const names = Object.keys(served.components.schemas);

Deno.test("no schema has the name of a type that a language or a generator has", () => {
  for (const [language, types] of Object.entries(ownNames)) {
    const own = new Set(types.split(" "));
    assert.deepEqual(names.filter((name) => own.has(name)), [], language);
  }
});

Deno.test("no schema has a name that a generator makes of an operation", () => {
  const ids = Object.values(served.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId)
  );
  assert.ok(ids.length > 200);
  const generated = new Set(ids.flatMap((id) => suffixes.map((suffix) => folded(id + suffix))));
  assert.deepEqual(names.filter((name) => generated.has(folded(name))), []);
});

Deno.test("names of components differ in more than capitals, over all sections together", () => {
  const byName = Map.groupBy(
    Object.entries(served.components).flatMap(([section, parts]) =>
      Object.keys(parts).map((name) => `${section}.${name}`)
    ),
    (name) => folded(name.slice(name.indexOf(".") + 1)),
  );
  assert.ok(byName.size > 400);
  assert.deepEqual([...byName.values()].filter((alike) => alike.length > 1), []);
});

/** Values of a field that stand in its own schema, not under a name. */
function hasInlineEnum({ enum: values, anyOf = [], items }: SchemaPart): boolean {
  return [values !== undefined, ...anyOf.map(hasInlineEnum), items ? hasInlineEnum(items) : false]
    .some(Boolean);
}

Deno.test("no inline enumeration has the name of its schema, or one that another schema has", () => {
  const alike: string[] = [];
  for (const name of names) {
    for (const [field, part] of Object.entries(served.components.schemas[name]!.properties ?? {})) {
      if (!hasInlineEnum(part)) continue;
      const isOwn = folded(field) === folded(name);
      const isOther = names.some((other) => folded(other) === folded(name + field));
      if (isOwn || isOther) alike.push(`${name}.${field}`);
    }
  }
  assert.deepEqual(alike, []);
});

Deno.test("a webhook's body stands in the webhook", () => {
  const webhooks = Object.entries(served.webhooks);
  assert.ok(webhooks.length > 1);
  for (const [name, { post }] of webhooks) {
    const { schema } = post!.requestBody!.content["application/json"]!;
    assert.ok(schema?.properties, name);
  }
  const { webhooks: _, ...others } = served;
  const elsewhere = JSON.stringify(others);
  const unused = names.filter((name) => !elsewhere.includes(`"#/components/schemas/${name}"`));
  assert.deepEqual(unused, [], "only webhooks use them");
});
