import type * as z from "zod";
import type { ListQuery } from "@/lib/input/list.ts";
import { groupByName } from "@/lib/input/names.ts";

export interface ReadList<Q> {
  asked: Q;
  ignored: string[];
}

/** Joins a parameter that a form sends several times with commas. */
export function joinedParams(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...groupByName(params)].map(([name, values]) => [name, values.filter(Boolean).join(",")]),
  );
}

/** Old bookmarks still work: invalid parameters are ignored and named, those in `own` skipped. */
export function readListQuery<Q = ListQuery>(
  schema: z.ZodObject,
  params: URLSearchParams,
  own: readonly string[] = [],
): ReadList<Q> {
  const input = Object.fromEntries(
    Object.entries(joinedParams(params)).filter(([name, value]) =>
      name !== "company_id" && !own.includes(name) && value !== ""
    ),
  );
  const ignored: string[] = [];
  for (;;) {
    const parsed = schema.safeParse(input);
    if (parsed.success) return { asked: parsed.data as Q, ignored };
    const wrong = new Set(
      parsed.error.issues.flatMap((issue) =>
        issue.code === "unrecognized_keys" ? issue.keys : [String(issue.path[0])]
      ),
    );
    for (const name of wrong) {
      if (name in input) ignored.push(name);
      delete input[name];
    }
    if (![...wrong].some((name) => ignored.includes(name))) {
      throw new Error("a list's query must have defaults for everything");
    }
  }
}
