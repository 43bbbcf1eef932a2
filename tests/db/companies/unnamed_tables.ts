/** Which statements of the app leave it to row-level security alone to keep companies apart. */
import { loadModule, parseSync } from "libpg-query";
import { outsideTenants } from "./outside_tenants.ts";

await loadModule();

/** A node of a statement's tree, as Postgres' own parser makes it. */
type Node = Record<string, unknown>;

/** Parts of a statement that read or change tables by conditions of their own. */
const scopes = ["SelectStmt", "larg", "rarg", "UpdateStmt", "DeleteStmt", "MergeStmt"];

interface Relation {
  relname: string;
  schemaname?: string;
  alias?: { aliasname: string };
}

/**
 * Tables of companies in a statement that no condition beside them holds to a company: each select,
 * update and delete is looked at by itself, with its joins. A new row has its company as a value, and
 * `credentials` are what says the company.
 *
 * @throws SqlError where Postgres could not read the statement either
 */
export function unnamedTables(text: string): string[] {
  const tree = parseSync(text) as unknown as Node;
  const own = new Set(all(tree, "CommonTableExpr").map(({ ctename }) => ctename as string));
  return scopes.flatMap((name) => all(tree, name)).flatMap((scope) => unnamedOf(scope, own));
}

function unnamedOf(scope: Node, own: ReadonlySet<string>): string[] {
  const joined: Node[] = [];
  const sources = [
    ...scope.relation ? [{ RangeVar: scope.relation }] : [],
    ...listOf(scope.fromClause),
    ...listOf(scope.usingClause),
    ...scope.sourceRelation ? [scope.sourceRelation as Node] : [],
  ];
  const tables = sources.flatMap((source) => tablesOf(source, joined))
    .filter(({ relname, schemaname }) =>
      !own.has(relname) && !schemaname && !relname.startsWith("pg_") &&
      !outsideTenants.has(relname) && relname !== "credentials"
    );
  const conditions = [scope.whereClause, scope.joinCondition, ...joined];
  const keyed = conditions.flatMap((condition) => columnsOf(condition))
    .filter((names) => names.at(-1) === "company_id").map((names) => names.at(-2));
  const isKeyed = ({ relname, alias }: Relation) =>
    keyed.some((name) => name === undefined || name === (alias?.aliasname ?? relname));
  return tables.filter((table) => !isKeyed(table)).map(({ relname }) => relname);
}

function tablesOf(source: Node, joined: Node[]): Relation[] {
  if (source.RangeVar) return [source.RangeVar as Relation];
  const join = source.JoinExpr as { larg: Node; rarg: Node; quals?: Node } | undefined;
  if (!join) return [];
  if (join.quals) joined.push(join.quals);
  return [...tablesOf(join.larg, joined), ...tablesOf(join.rarg, joined)];
}

/** Names of the columns of a condition, without those of selects within it. */
function columnsOf(condition: unknown): string[][] {
  return all(condition, "ColumnRef", ["SelectStmt"]).map(({ fields }) =>
    listOf(fields).map((field) => (field.String as { sval: string } | undefined)?.sval ?? "*")
  );
}

/** Nodes of a name, at any depth but below the names that are passed over. */
function all(tree: unknown, wanted: string, over: string[] = []): Node[] {
  if (Array.isArray(tree)) return tree.flatMap((one) => all(one, wanted, over));
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) => [
    ...name === wanted ? [value as Node] : [],
    ...over.includes(name) ? [] : all(value, wanted, over),
  ]);
}

function listOf(value: unknown): Node[] {
  return (value as Node[] | undefined) ?? [];
}
