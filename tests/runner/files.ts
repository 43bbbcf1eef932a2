/** Which test files a run has, in which order, and which of them wait for `--all`. */
import { join, relative, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname!, "../..");

/** Crashes, floods, ten times the data. */
const FAULTS = "tests/faults/";

/**
 * Slow files that seldom break alone: walks over every page and look, floods, and pages and programs
 * whose rules faster files hold too. They are more than half of the whole run's time.
 */
export const forAll = [
  FAULTS,
  ...filesIn("tests/access", ["entry_links"]),
  ...filesIn("tests/attack", ["attack"]),
  ...filesIn("tests/backup", [
    "commands",
    "embedded",
    "folder",
    "gateway",
    "round_trips",
    "under_load",
  ]),
  ...filesIn("tests/commands", ["commands", "entry_links"]),
  ...filesIn("tests/db", [
    "migration/company_keys",
    "migration/steps",
    "migrations",
    "old_statistics/walk",
    "old_statistics/work",
    "partition",
    "plans",
    "roles",
  ]),
  ...filesIn("tests/demo", ["demo", "mail_page", "year"]),
  ...filesIn("tests/doctor", ["doctor"]),
  ...filesIn("tests/gateway", ["browser", "codes", "links", "process", "sessions", "whole"]),
  ...filesIn("tests/http", ["fuzz", "quick", "reference_page", "schema_bodies"]),
  ...filesIn("tests/http/clients", ["generated"]),
  ...filesIn("tests/isolation", ["isolated_references"]),
  ...filesIn("tests/notify", ["inbox/neighbours", "outbound/outbound_endings"]),
  ...filesIn("tests/notify/push", ["push_endings"]),
  ...filesIn("tests/packaging", ["archive", "image", "installer"]),
  ...filesIn("tests/panel/calendar", ["calendar", "event", "repeat"]),
  ...filesIn("tests/panel/contacts", ["composer", "held"]),
  ...filesIn("tests/panel/employees", ["employees", "entry_links", "invitations"]),
  ...filesIn("tests/panel/form", ["restored"]),
  ...filesIn("tests/panel/frame", ["frame"]),
  ...filesIn("tests/panel/imports", ["imports"]),
  ...filesIn("tests/panel/list", ["bulk", "list_pages", "search_as_typed"]),
  ...filesIn("tests/panel/live", ["live"]),
  ...filesIn("tests/panel/mail", ["mail", "mailbox", "mailbox_sign_in"]),
  ...filesIn("tests/panel/notifications", ["asks", "notifications", "send_test"]),
  ...filesIn("tests/panel/opportunities", ["board"]),
  ...filesIn("tests/panel/pages", [
    "early_input",
    "every_page",
    "late_presses",
    "looks",
    "pages",
    "whole_flow",
  ]),
  ...filesIn("tests/panel/quotes", ["approvals", "catalog", "quote_grid", "quote_sending"]),
  ...filesIn("tests/panel/reports", ["reports"]),
  ...filesIn("tests/panel/save", ["two_people"]),
  ...filesIn("tests/panel/settings", ["brand", "settings"]),
  ...filesIn("tests/panel/tasks", ["tasks"]),
  ...filesIn("tests/phone", ["help", "inbox", "looks", "offline", "worker"]),
  ...filesIn("tests/privacy", ["at_once"]),
  ...filesIn("tests/readme", ["examples", "samples"]),
  ...filesIn("tests/sales", ["document/quote_pdf", "sharing/quote_page_browser"]),
];

/** Without a real Postgres these wait as well: embedded, they take minutes of the processor. */
const forServer = [
  ...filesIn("tests/channels/email", ["corpus/corpus", "odd", "receive", "refused"]),
  ...filesIn("tests/figures", ["search_as_typed"]),
  ...filesIn("tests/http", ["doors", "examples", "locations"]),
  ...filesIn("tests/isolation", ["isolated_reads", "isolation", "marks"]),
  ...filesIn("tests/notify/callbacks", ["callbacks"]),
  ...filesIn("tests/records", ["counts", "imports/imports", "statements"]),
  ...filesIn("tests/sales/approvals", ["asking"]),
];

function filesIn(folder: string, names: string[]): string[] {
  return names.map((name) => `${folder}/${name}.test.ts`);
}

const long = [
  ...filesIn("tests/attack", ["attack"]),
  ...filesIn("tests/backup", [
    "commands",
    "embedded",
    "folder",
    "gateway",
    "round_trips",
    "under_load",
  ]),
  ...filesIn("tests/db", ["migration/steps", "names_migration", "old_statistics/walk"]),
  ...filesIn("tests/demo", ["demo", "year"]),
  ...filesIn("tests/doctor", ["doctor"]),
  ...filesIn("tests/faults", ["alerts", "due_times", "erasing", "instances", "kills", "meta"]),
  ...filesIn("tests/faults", ["sales", "standby", "stopping"]),
  ...filesIn("tests/input", ["email_address"]),
  ...filesIn("tests/isolation", ["isolated_reads", "isolated_references", "isolation"]),
  ...filesIn("tests/notify/callbacks", ["callbacks"]),
  ...filesIn("tests/packaging", ["archive", "image", "installer"]),
  ...filesIn("tests/panel/pages", ["early_input", "every_page", "late_presses"]),
  ...filesIn("tests/privacy", ["at_once"]),
];

/** Long files begin first, so that none of them is left alone at the end. */
const early = [
  ...long,
  ...["isolation", "panel", "phone", "http", "readme", "sales", "notify", "privacy"]
    .map((folder) => `tests/${folder}/`),
];

/** Files that run in one process, one after the other. */
export type Group = string[];

/** Most files of a process. Loading the app takes longer than most tests. */
const perGroup = 16;

export interface Files {
  together: string[];
  /** After the others, each in a process of its own: they start and kill apps, and mostly wait. */
  faults: string[];
  /** Files below the folders asked for that wait for `--all`. */
  later: string[];
}

/**
 * The test files under `paths`, relative to the root of the repository. A file or folder that is
 * named itself is run in any case.
 *
 * @throws Error naming a path that does not exist
 */
export function chooseFiles(
  paths: string[],
  { all, hasServer }: { all: boolean; hasServer: boolean },
): Files {
  const waiting = [...forAll, ...(hasServer ? [] : forServer)];
  const files = [...new Set((paths.length ? paths : ["tests"]).flatMap(findTests))];
  const named = paths.map((path) => relative(ROOT, resolve(path)));
  const isLater = (file: string) =>
    !all &&
    waiting.some((part) =>
      file.startsWith(part) && !named.some((path) => `${path}/`.startsWith(part) || path === file)
    );
  const chosen = files.filter((file) => !isLater(file));
  return {
    together: chosen.filter((file) => !file.startsWith(FAULTS)).sort(byRank),
    faults: chosen.filter((file) => file.startsWith(FAULTS)).sort(byRank),
    later: files.filter(isLater),
  };
}

/** In the same order, and each of the long ones by itself. */
export function groupFiles(files: string[]): Group[] {
  const groups: Group[] = [];
  for (const file of files) {
    const last = groups.at(-1);
    const fits = last && last.length < perGroup && !isLong(file) && !isLong(last[0]!);
    if (fits) last.push(file);
    else groups.push([file]);
  }
  return groups;
}

export function labelOf([first, ...others]: Group): string {
  return others.length ? `${first} and ${others.length} more` : first!;
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

function isLong(file: string): boolean {
  return long.includes(file);
}

function rankOf(file: string): number {
  const rank = early.findIndex((start) => file.startsWith(start));
  return rank < 0 ? early.length : rank;
}
