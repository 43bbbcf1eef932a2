import { useEffect, useState } from "preact/hooks";

/** A value that several islands of a page share. */
export interface SharedValue<Value> {
  get(): Value;
  /** Only in the browser: on the server all requests would share it. */
  set(value: Value): void;
  /** A hook: the value, and a redraw when it changes. */
  use(): Value;
}

/** A library of signals would do it too, and weigh on every page as much as half of Preact. */
export function sharedValue<Value>(first: Value): SharedValue<Value> {
  let value = first;
  const readers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const read of readers) read();
    },
    use() {
      const [, redraw] = useState(value);
      useEffect(() => {
        const read = () => redraw(() => value);
        readers.add(read);
        // It may have changed after it was drawn.
        read();
        return () => void readers.delete(read);
      }, []);
      return value;
    },
  };
}
