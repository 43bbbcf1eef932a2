export interface Command {
  group: string;
  label: string;
  /** Other words that it is asked for by. */
  also?: string;
  note?: string;
  href?: string;
  run?: () => void;
}
