/** Which test files a run has, in which order, and which of them wait for `--all`. */
import { join, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname!, "../..");

/** These need the machine for themselves: crashes, floods, ten times the data. */
const ALONE = "tests/faults/";

/**
 * Slow files that seldom break alone: walks over every page and look, floods, and pages whose rules
 * faster files hold too. They are about half of the whole run's time.
 */
export const forAll = [
  ALONE,
  "tests/attack/attack.test.ts",
  "tests/commands/entry_links.test.ts",
  "tests/db/plans.test.ts",
  "tests/demo/year.test.ts",
  "tests/gateway/browser.test.ts",
  "tests/http/clients/generated.test.ts",
  "tests/http/fuzz.test.ts",
  "tests/http/quick.test.ts",
  "tests/http/reference_page.test.ts",
  "tests/notify/inbox/neighbours.test.ts",
  "tests/notify/push/push_endings.test.ts",
  ...filesIn("tests/panel", [
    "early_input",
    "employees",
    "entry_links",
    "event",
    "every_page",
    "frame",
    "held",
    "imports",
    "invitations",
    "late_presses",
    "list_pages",
    "live",
    "looks",
    "notifications",
    "repeat",
    "reports",
    "search_as_typed",
    "send_test",
  ]),
  ...filesIn("tests/phone", ["help", "inbox", "looks", "offline"]),
  "tests/privacy/at_once.test.ts",
  "tests/readme/samples.test.ts",
  "tests/sales/sharing/quote_page_browser.test.ts",
];

function filesIn(folder: string, names: string[]): string[] {
  return names.map((name) => `${folder}/${name}.test.ts`);
}

/** Long files begin first, so that none of them is left alone at the end. */
const early = [
  ...["every_page", "late_presses", "early_input"].map((name) => `tests/panel/${name}`),
  "tests/privacy/at_once",
  ...["isolation", "panel", "phone", "http", "readme", "sales", "notify", "privacy"]
    .map((folder) => `tests/${folder}/`),
];

export interface Files {
  together: string[];
  /** One at a time, after the others. */
  alone: string[];
  /** Files below the folders asked for that wait for `--all`. */
  later: string[];
}

/**
 * The test files under `paths`, relative to the root of the repository. A file or folder that is
 * named itself is run in any case.
 *
 * @throws Error naming a path that does not exist
 */
export function chooseFiles(paths: string[], { all }: { all: boolean }): Files {
  const files = [...new Set((paths.length ? paths : ["tests"]).flatMap(findTests))];
  const named = paths.map((path) => relative(ROOT, resolve(path)));
  const isLater = (file: string) =>
    !all &&
    forAll.some((part) =>
      file.startsWith(part) && !named.some((path) => `${path}/`.startsWith(part) || path === file)
    );
  const chosen = files.filter((file) => !isLater(file));
  return {
    together: chosen.filter((file) => !file.startsWith(ALONE)).sort(byRank),
    alone: chosen.filter((file) => file.startsWith(ALONE)).sort(),
    later: files.filter(isLater),
  };
}

function findTests(path: string): string[] {
  const below = (full: string): string[] => {
    if (Deno.statSync(full).isFile) return [full];
    return [...Deno.readDirSync(full)].flatMap(({ name, isDirectory }) => {
      if (isDirectory) return below(join(full, name));
      return /\.test\.tsx?$/.test(name) ? [join(full, name)] : [];
    });
  };
  return below(resolve(path)).map((full) => relative(ROOT, full));
}

function byRank(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : 1);
}

function rankOf(file: string): number {
  const rank = early.findIndex((start) => file.startsWith(start));
  return rank < 0 ? early.length : rank;
}

/** `tests/panel/quotes.test.ts` is of the folder `panel`, a file right under `tests` of itself. */
export function folderOf(file: string): string {
  return file.split("/")[1]!;
}
