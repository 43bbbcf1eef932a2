import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface SheetProps {
  title: string;
  children: ComponentChildren;
  onClose(): void;
}

/** A question from below, where a thumb reaches it; Escape and a press beside it close it. */
export function Sheet({ title, children, onClose }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
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
