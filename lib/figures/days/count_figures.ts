import type { Db } from "@/lib/db/connection.ts";
import { countMarked } from "@/lib/figures/days/marked_companies.ts";

/** Counts figures of what was there before the triggers (0074, 0078, 0082). */
export async function countFiguresOfBefore(db: Db): Promise<void> {
  await countMarked(db, { marks: "uncounted_figures", count: "relevo_count_figures" });
}
