/**
 * The tables of docs/what-reaches-whom.md are those of the code. `UPDATE_DOCS=1` writes them anew;
 * `deno fmt` then sets their columns.
 */
import assert from "node:assert/strict";
import { notices } from "@/lib/crm/companies/notice_table.ts";
import { dueTable } from "@/lib/notify/due/due_table.ts";
import { delaysMs } from "@/lib/notify/push/push_schedule.ts";
import { phoneHelpTables } from "@/lib/words/phone/help_tables.ts";
import { page } from "./readme.ts";
import { root } from "../tidy/sources.ts";

const path = "docs/what-reaches-whom.md";

function tableOf(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const { low, normal, high } = phoneHelpTables.priorities;

const drawn: Record<string, string> = {
  notices: tableOf(
    ["Notice", "Says", "Reaches", "When", "Until"],
    Object.entries(notices).map((
      [kind, { means, to, when, until }],
    ) => [`\`${kind}\``, means, to, when, until]),
  ),
  later: tableOf(
    ["What", "When", "Does", "Not if"],
    Object.entries(dueTable).map(([kind, { when, does, unless }]) => [kind, when, does, unless]),
  ),
  priorities: tableOf(
    ["Priority", "App open", "Android, closed", "iPhone, closed"],
    Object.entries({ low, normal, high })
      .map(([name, { open, android, iphone }]) => [name, open.en, android.en, iphone.en]),
  ),
  retries: delaysMs.map((ms) => ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`).join(", "),
};

/** Without the blanks that only set columns and lines. */
const plain = (text: string) => text.replaceAll(/-{3,}/g, "---").replaceAll(/\s+/g, " ").trim();

Deno.test("what reaches whom is written as the code has it", () => {
  let text = page(path);
  for (const [name, table] of Object.entries(drawn)) {
    const place = new RegExp(`(<!-- ${name} -->)([^]*?)(<!-- end -->)`);
    const [, , written] = place.exec(text) ?? [];
    assert.ok(written !== undefined, `${name} has no place`);
    if (Deno.env.get("UPDATE_DOCS")) {
      const around = table.startsWith("|") ? "\n\n" : "";
      text = text.replace(place, (_, begin, __, end) => begin + around + table + around + end);
    } else {
      assert.equal(plain(written), plain(table), `${name}: UPDATE_DOCS=1 draws it anew`);
    }
  }
  if (Deno.env.get("UPDATE_DOCS")) Deno.writeTextFileSync(`${root}/${path}`, text);
});
