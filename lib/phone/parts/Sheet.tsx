import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface SheetProps {
  title: string;
  children: ComponentChildren;
  onClose(): void;
}

/** A question from below, where a thumb reaches it; Escape and a press beside it close it. */
export function Sheet({ title, children, onClose }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = "sheet-title";
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Taken off the page while open, it would tell nobody that it has closed.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div class="sheet-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
