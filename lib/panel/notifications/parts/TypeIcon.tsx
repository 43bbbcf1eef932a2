import { Icon } from "@/components/icons/Icon.tsx";
import { typeIcons } from "@/components/icons/type_icons.ts";

const colours = {
  info: "text-info-solid",
  success: "text-success-solid",
  warning: "text-warning-solid",
  error: "text-danger-solid",
};

interface TypeIconProps {
  type: "info" | "success" | "warning" | "error";
  /** Name of the type. */
  name: string;
}

/** The icon by which a phone and the panel tell types apart. */
export function TypeIcon({ type, name }: TypeIconProps) {
  return (
    <span class={`mt-0.5 shrink-0 ${colours[type]}`} title={name}>
      <Icon name={typeIcons[type]} />
      <span class="sr-only">{name}</span>
    </span>
  );
}
