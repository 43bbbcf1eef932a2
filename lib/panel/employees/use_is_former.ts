import { useRegionData } from "@/lib/panel/live/use_region_data.ts";
import type { Standing } from "@/lib/panel/employees/standing.ts";

/** Whether the employee of this page was disabled meanwhile; false on a page of another kind. */
export function useIsFormer(): boolean {
  return useRegionData<Pick<Standing, "isFormer">>("employee", { isFormer: false }).isFormer;
}
