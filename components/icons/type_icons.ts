import type { IconName } from "@/components/icons/icons.ts";

/** The icons by which a phone and the panel tell types of notifications apart. */
export const typeIcons: Record<"info" | "success" | "warning" | "error", IconName> = {
  info: "info",
  success: "circle-check",
  warning: "triangle-alert",
  error: "octagon-alert",
};
