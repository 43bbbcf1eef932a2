import {
  cardOf,
  cardsOf,
  columnOf,
  type Goal,
  listOf,
  type Place,
  placeAt,
  placeOf,
  putAt,
  type Standing,
  standing,
} from "@/lib/panel/board/places.ts";

export interface Carried {
  card: HTMLElement;
  from: Place;
  back: Standing;
  goal: Goal | null;
  by: "pointer" | "keyboard";
}

/** Carries a card over the board; shared by pointer and keyboard. */
export interface Carrier {
  carried(): Carried | null;
  lift(card: HTMLElement, by: Carried["by"]): void;
  carry(to: Place | Goal): void;
  drop(): void;
  cancel(): void;
  /** Continues with the card's new markup after a redraw. */
  resume(): void;
}

interface CarrierOptions {
  onChange(carried: Carried | null, event: "lifted" | "carried" | "dropped" | "returned"): void;
  /** The card is in its new place, or in its old one if the goal is no column. */
  onDrop(carried: Carried): void;
}

export function createCarrier({ onChange, onDrop }: CarrierOptions): Carrier {
  let carried: Carried | null = null;

  function end(): Carried | null {
    const ended = carried;
    carried = null;
    ended?.card.removeAttribute("data-carried");
    return ended;
  }

  return {
    carried: () => carried,
    lift(card, by) {
      carried = { card, from: placeOf(card), back: standing(card), goal: null, by };
      card.setAttribute("data-carried", by);
      onChange(carried, "lifted");
    },
    carry(to) {
      if (!carried) return;
      carried.goal = typeof to === "string" ? to : null;
      putAt(carried.card, typeof to === "string" ? carried.from : to);
      onChange(carried, "carried");
    },
    drop() {
      const ended = end();
      if (!ended) return;
      const isMoved = ended.goal !== null ||
        JSON.stringify(standing(ended.card)) !== JSON.stringify(ended.back);
      // Comes first: the board is not redrawn while the move is pending.
      if (isMoved) onDrop(ended);
      onChange(ended, "dropped");
    },
    cancel() {
      const ended = end();
      if (!ended) return;
      if (ended.from.list.isConnected) putAt(ended.card, ended.from);
      onChange(ended, "returned");
    },
    resume() {
      if (!carried || carried.card.isConnected) return;
      const { card: old, by } = carried;
      const card = cardOf(old.dataset.card!);
      const column = columnOf(old.parentElement!);
      const list = card && listOf(column.key);
      if (!card || !list) return this.cancel();
      const index = cardsOf(old.parentElement!).indexOf(old);
      carried = { ...carried, card, from: placeOf(card), back: standing(card) };
      card.setAttribute("data-carried", by);
      if (carried.goal === null) putAt(card, placeAt(list, index, card));
      if (by === "keyboard") card.querySelector<HTMLElement>("a")?.focus();
    },
  };
}

export function columnName({ card }: Carried): string {
  return columnOf(card.parentElement!).name;
}
