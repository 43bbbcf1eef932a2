import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { usePolling } from "@/lib/panel/live/use_polling.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";

interface KeepFreshProps {
  /** The `data-json` in a region that says whether something is still awaited. */
  name: string;
  isOpen: boolean;
  periodMs?: number;
}

/** Draws the page's regions anew while something is awaited. Draws nothing itself. */
export function KeepFresh({ name, isOpen: first, periodMs = 5_000 }: KeepFreshProps) {
  const isOpen = useRegionData(name, first);
  usePolling(isOpen, periodMs, async () => {
    await refreshRegions();
  });
  return null;
}
