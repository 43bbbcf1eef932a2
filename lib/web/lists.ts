import * as z from "zod";
import { queryInteger } from "@/lib/web/input.ts";

/** The query parameters of a list (contract, section 4). */
export const pageQuery = {
  page: queryInteger({ min: 1, max: 1_000_000 }).default(1),
  per_page: queryInteger({ min: 1, max: 200 }).default(50),
};

/** What stands beside a list's records. */
export const pageMeta = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  pages: z.int(),
});

/** The `meta` of one page of `total` records. */
export function metaOf(query: { page: number; per_page: number }, total: number) {
  const { page, per_page } = query;
  return { page, per_page, total, pages: Math.ceil(total / per_page) };
}
