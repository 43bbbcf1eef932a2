interface InitialsProps {
  name: string;
  /** Said by screen readers and shown when pointed at; decoration only without it. */
  title?: string;
  small?: boolean;
}

/** A person as one or two letters in a circle. */
export function Initials({ name, title, small = false }: InitialsProps) {
  const letters = name.trim().split(/\s+/).slice(0, 2).map((part) => [...part][0]).join("");
  const size = small ? "size-6 text-tiny" : "size-8 text-label";
  return (
    <span
      title={title}
      role={title ? "img" : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : "true"}
      class={`grid ${size} shrink-0 place-items-center rounded-full bg-sunken font-semibold text-soft`}
    >
      {letters.toUpperCase()}
    </span>
  );
}
