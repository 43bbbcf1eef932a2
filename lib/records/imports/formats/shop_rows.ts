import type { Table } from "@/lib/records/imports/formats/table.ts";
import { headKey } from "@/lib/records/imports/heads/head_words.ts";

const shared = ["title", "bodyhtml", "vendor", "productcategory", "type", "tags"];

/**
 * Shopify's products: only the first variant of each has its title. The others get it, each with
 * its options; rows that only add a picture go.
 */
export function withVariants(table: Table): Table {
  const keys = table.header.map(headKey);
  const [handle, title] = ["handle", "title"].map((key) => keys.indexOf(key)) as [number, number];
  const own = ["variantsku", "variantprice"].map((key) => keys.indexOf(key))
    .filter((at) => at >= 0);
  if (handle < 0 || title < 0 || own.length === 0) return table;
  const options = keys.flatMap((key, at) => /^option\d+value$/.test(key) ? [at] : []);
  const first = new Map<string, string[]>();
  const copied = keys.flatMap((key, at) => shared.includes(key) ? [at] : []);
  const rows = table.rows.flatMap(({ row, cells }) => {
    const name = cells[handle] ?? "";
    if (cells[title]) first.set(name, cells);
    const head = first.get(name);
    if (!head) return [{ row, cells }];
    if (head !== cells && own.every((at) => !cells[at])) return [];
    const filled = [...cells];
    if (head !== cells) { for (const at of copied) filled[at] ||= head[at] ?? ""; }
    const values = options.map((at) => cells[at] ?? "")
      .filter((value) => value !== "" && value.toLowerCase() !== "default title");
    filled[title] = [filled[title], ...values].join(" · ");
    return [{ row, cells: filled }];
  });
  return { ...table, rows };
}
