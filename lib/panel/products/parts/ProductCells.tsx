import { usePage } from "@/components/page.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { LateClashDialog } from "@/lib/panel/form/LateClashDialog.tsx";
import { SaveLine } from "@/lib/panel/save/SaveLine.tsx";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { isNumberCell } from "@/lib/panel/products/cells.ts";
import { cellAt, type CellPlace, neighbour, placeOf } from "@/lib/panel/products/paint_cells.ts";
import { useCells } from "@/lib/panel/products/use_cells.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

interface ProductCellsProps {
  fields: FieldSpec[];
  currency: string;
}

const arrows = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
} as const;

/**
 * Edits the catalog's cells as a spreadsheet does: a press, Enter or F2 opens one, Enter goes down,
 * Tab goes on, Escape takes back. The field lies over the cell, outside of what is redrawn.
 */
export function ProductCells(props: ProductCellsProps) {
  const { companyId, language, timeZone } = usePage();
  const { fields, currency } = props;
  const place = { language, timeZone };
  const cells = useCells({ fields, companyId, currency, place });
  const [open, setOpen] = useState<CellPlace | null>(null);
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(true);
  const spec = fields.find(({ name }) => name === open?.name);
  const row = open ? cells.rows.get(open.id) : undefined;

  function edit(at: CellPlace, first?: string) {
    const row = cells.rows.get(at.id);
    if (!row) return;
    const before = row.inputIn(at.name);
    isOver.current = false;
    // What others change in it from now on is asked about.
    row.type(at.name, before);
    setTyped(first ?? before);
    setOpen(at);
    cellAt(at)?.scrollIntoView({ block: "nearest" });
  }

  /** Closes the field; what was typed is saved unless it is taken back. */
  function leave(how: Leaving, to?: HTMLElement | null) {
    if (isOver.current || !open) return;
    isOver.current = true;
    if (how === "save") row?.commit(open.name, input.current?.value ?? typed);
    else row?.revert(open.name);
    setOpen(null);
    to?.focus();
  }

  useOverlay(input, open, typed === row?.inputIn(open?.name ?? ""));
  useCellPresses(fields, edit);

  const error = open ? row?.errors[open.name] : undefined;
  return (
    <>
      <div class="cell-saving">
        <SaveLine state={cells.state} onRetry={cells.retry} />
      </div>
      {open && spec && (
        <div class="cell-editor">
          <input
            ref={input}
            type="text"
            class={isNumberCell(spec) ? "text-right tabular-nums" : undefined}
            aria-label={spec.label}
            aria-invalid={error ? "true" : undefined}
            aria-describedby={error ? "cell-editor-error" : undefined}
            inputMode={isNumberCell(spec) ? "decimal" : undefined}
            data-most={spec.maxLength ?? 40}
            dir="auto"
            autocomplete="off"
            value={typed}
            onInput={({ currentTarget: { value } }) => {
              setTyped(value);
              row?.type(open.name, value);
            }}
            onKeyDown={(event) => pressIn(event, open, leave)}
            onBlur={() => leave("save")}
          />
          {error && <p id="cell-editor-error" class="cell-error">{error}</p>}
        </div>
      )}
      {cells.clash && (
        <LateClashDialog
          key={cells.clash.record.id}
          clashes={cells.clash.clashes}
          fields={fields}
          place={place}
          onResolve={(chosen) => cells.clash!.resolve(chosen)}
        />
      )}
    </>
  );
}

type Leaving = "save" | "take back";

/** A key in the open field, which leads to another cell. */
function pressIn(
  event: KeyboardEvent,
  open: CellPlace,
  leave: (how: Leaving, to?: HTMLElement | null) => void,
): void {
  if (event.isComposing) return;
  const isBack = event.shiftKey;
  const to = (step: (typeof arrows)[keyof typeof arrows]) => neighbour(open, step) ?? cellAt(open);
  if (event.key === "Enter") leave("save", to(isBack ? "up" : "down"));
  else if (event.key === "Tab") leave("save", to(isBack ? "left" : "right"));
  else if (event.key === "ArrowUp") leave("save", to("up"));
  else if (event.key === "ArrowDown") leave("save", to("down"));
  else if (event.key === "Escape") leave("take back", cellAt(open));
  else return;
  event.preventDefault();
}

/** Lays the field over the open cell; a text that is whole is selected. */
function useOverlay(
  input: { current: HTMLInputElement | null },
  open: CellPlace | null,
  isWhole: boolean,
): void {
  useLayoutEffect(() => {
    if (!open) return;
    const lay = () => layOver(input.current?.parentElement, cellAt(open));
    lay();
    input.current?.focus({ preventScroll: true });
    // A digit that began the editing stays and the next one follows it.
    if (isWhole) input.current?.select();
    addEventListener("resize", lay);
    document.addEventListener(regionsReplaced, lay);
    return () => {
      removeEventListener("resize", lay);
      document.removeEventListener(regionsReplaced, lay);
    };
  }, [open]);
}

/** Opens the cell that is pressed or that has the focus, and moves the focus with arrows. */
function useCellPresses(fields: FieldSpec[], edit: (at: CellPlace, first?: string) => void): void {
  useEffect(() => {
    const click = (event: MouseEvent) => {
      const target = event.target as Element;
      const rename = target.closest("[data-rename]")?.closest<HTMLElement>("[data-id]");
      if (rename) edit({ id: Number(rename.dataset.id), name: "name" });
      const at = target.closest("[data-list] .grid-cell") && placeOf(target);
      if (at) edit(at);
    };
    const press = (event: KeyboardEvent) => {
      const at = placeOf(document.activeElement);
      const isWith = event.ctrlKey || event.metaKey || event.altKey;
      if (!at || isWith || event.defaultPrevented) return;
      const step = arrows[event.key as keyof typeof arrows];
      const isNumber = isNumberCell(fields.find(({ name }) => name === at.name)!);
      if (step) neighbour(at, step)?.focus();
      else if (event.key === "F2") edit(at);
      else if (isNumber && /^\d$/.test(event.key)) edit(at, event.key);
      else return;
      event.preventDefault();
    };
    document.addEventListener("click", click);
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("click", click);
      document.removeEventListener("keydown", press);
    };
  }, []);
}

/** Puts the field over the cell; it stays where it was if the row has gone. */
function layOver(field: HTMLElement | null | undefined, cell: HTMLElement | null): void {
  const isLink = cell?.matches("a");
  const box = (isLink ? cell?.closest("td") : cell)?.getBoundingClientRect();
  if (!field || !box) return;
  const from = (field.offsetParent ?? document.documentElement).getBoundingClientRect();
  field.style.left = `${box.left - from.left}px`;
  field.style.top = `${box.top - from.top}px`;
  field.style.width = `${box.width - (isLink ? 8 : 0)}px`;
  field.style.height = `${box.height}px`;
}
