interface ToastProps {
  text: string | null;
  /** The pointer rests on it, or has left it. */
  onHold(held: boolean): void;
}

/** One line at the bottom left; the region is always there, so that screen readers hear it. */
export function Toast({ text, onHold }: ToastProps) {
  return (
    <div role="status" class="pointer-events-none fixed inset-x-3 bottom-3 z-20 flex md:left-62">
      {text && (
        <p
          key={text}
          class="toast pointer-events-auto max-w-full truncate rounded-lg bg-text px-4 py-2.5 font-medium text-surface shadow-float"
          onMouseEnter={() => onHold(true)}
          onMouseLeave={() =>
            onHold(false)}
        >
          {text}
        </p>
      )}
    </div>
  );
}
