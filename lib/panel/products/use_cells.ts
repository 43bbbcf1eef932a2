import { useEffect, useReducer, useRef } from "preact/hooks";
import { type FieldSpec, type Place, readInput, typedOf } from "@/lib/panel/form/field_spec.ts";
import type { CellRecord } from "@/lib/panel/products/cells.ts";
import { type CellRow, paintCells } from "@/lib/panel/products/paint_cells.ts";
import { productWords } from "@/lib/panel/products/words.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";
import { FieldDrafts } from "@/lib/panel/save/field_drafts.ts";
import type { SaveState } from "@/lib/panel/save/save.ts";
import { useOnline } from "@/lib/panel/save/use_field_drafts.ts";
import { speak } from "@/lib/words/language.ts";

interface Options {
  fields: FieldSpec[];
  companyId: number;
  currency: string;
  place: Place;
}

/** The values of a table's cells, which save themselves, with a store for each row. */
export function useCells({ fields, companyId, currency, place }: Options) {
  const { language } = place;
  const { required } = speak(productWords, language).cells;
  const rows = useRef(new Map<number, CellRow>()).current;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const specOf = (name: string) => fields.find((spec) => spec.name === name)!;

  function paint() {
    paintCells({ rows, language, currency });
    redraw(0);
  }

  function makeRow(record: CellRecord): CellRow {
    const row: CellRow = new FieldDrafts({
      path: `products/${record.id}`,
      record,
      companyId,
      language,
      names: fields.map(({ name }) => name),
      hasOwnErrors: true,
      inputOf: (name, value) => String(typedOf(specOf(name), value, place)),
      read(name, typed) {
        const spec = specOf(name);
        const isMissing = spec.isRequired && typed.trim() === "";
        return isMissing ? { error: required } : readInput(spec, typed, place);
      },
    }, paint);
    rows.set(record.id, row);
    return row;
  }

  /** A region that was read before the last save is older than its row. */
  function readRecords() {
    const text = document.querySelector("[data-json=products]")?.getAttribute("value");
    for (const record of text ? JSON.parse(text) as CellRecord[] : []) {
      const row = rows.get(record.id);
      if (row) row.adopt(record);
      else makeRow(record).load();
    }
    paint();
  }

  function retry() {
    for (const row of rows.values()) row.run();
  }

  useEffect(() => {
    readRecords();
    document.addEventListener(regionsReplaced, readRecords);
    return () => {
      document.removeEventListener(regionsReplaced, readRecords);
      for (const row of rows.values()) row.stop();
    };
  }, []);
  useOnline(retry);

  const all = [...rows.values()];
  return {
    rows,
    clash: all.find(({ clashes }) => clashes.length > 0),
    state: jointState(all.map(({ state }) => state)),
    retry,
  };
}

/** Combines states: what is not saved comes first, then the latest save. */
function jointState(states: SaveState[]): SaveState {
  const saves = states.filter((state) => state.kind === "saved").sort((a, b) => +b.at - +a.at);
  const first = (kind: SaveState["kind"]) => states.find((state) => state.kind === kind);
  return first("failed") ?? first("saving") ?? saves[0] ?? { kind: "idle" };
}
