import type { ComponentChildren } from "preact";

/** A line of an account's page. */
export interface Fact {
  name: string;
  value: ComponentChildren;
}
