import type { GraphCall } from "@/lib/channels/meta/graph/graph.ts";
import { objectIn, objectsIn, textIn, type Untyped } from "@/lib/channels/meta/untyped.ts";

const perPage = 100;
const mostPages = 20;

/** Reads a list of Graph's page by page ("Paginated results"). @throws what `ask` throws */
export async function readPages(
  ask: (call: GraphCall) => Promise<Untyped>,
  { path, query = {} }: Pick<GraphCall, "path" | "query">,
): Promise<Untyped[]> {
  const items: Untyped[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const cursor: Record<string, string> = after === undefined ? {} : { after };
    const { data, paging } = await ask({
      path,
      query: { ...query, limit: String(perPage), ...cursor },
    });
    items.push(...objectsIn(data));
    const { next, cursors } = objectIn(paging) ?? {};
    const end = textIn(objectIn(cursors)?.after, 1_000);
    if (!next || end === "" || end === after) break;
    after = end;
  }
  return items;
}
