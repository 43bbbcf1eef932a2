import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { usePolling } from "@/lib/panel/live/use_polling.ts";
import { useRegionData } from "@/lib/panel/live/use_region_data.ts";

interface KeepFreshProps {
  /** The `data-json` in a region that says whether something is still awaited. */
  name: string;
  isOpen: boolean;
}

const periodMs = 5_000;

/** Draws the page's regions anew while an answer or an attempt is awaited. Draws nothing itself. */
export function KeepFresh({ name, isOpen: first }: KeepFreshProps) {
  const isOpen = useRegionData(name, first);
  usePolling(isOpen, periodMs, async () => {
    await refreshRegions();
  });
  return null;
}
