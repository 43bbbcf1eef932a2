import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icons.ts";

const icons: Record<string, [IconName, string]> = {
  info: ["info", "text-info-solid"],
  success: ["circle-check", "text-success-solid"],
  warning: ["triangle-alert", "text-warning-solid"],
  error: ["octagon-alert", "text-danger-solid"],
};

interface TypeIconProps {
  type: "info" | "success" | "warning" | "error";
  /** What the type is called. */
  name: string;
}

/** The icon by which a phone and the panel tell types apart. */
export function TypeIcon({ type, name }: TypeIconProps) {
  const [icon, colour] = icons[type]!;
  return (
    <span class={`mt-0.5 shrink-0 ${colour}`} title={name}>
      <Icon name={icon} />
      <span class="sr-only">{name}</span>
    </span>
  );
}
