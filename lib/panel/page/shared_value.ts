import { useEffect, useState } from "preact/hooks";

export interface SharedValue<Value> {
  get(): Value;
  set(value: Value): void;
  use(): Value;
}

/** Set in the browser alone: on the server all requests would share it. */
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
        read();
        return () => void readers.delete(read);
      }, []);
      return value;
    },
  };
}
