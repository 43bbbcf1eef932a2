import { useState } from "preact/hooks";

/**
 * State that begins anew when `key` is another, in the same drawing: an effect would do so after
 * the next key press, and undo it.
 */
export function useStateFor<Value>(
  key: unknown,
  initial: Value,
): [value: Value, set: (value: Value) => void] {
  const [state, setState] = useState({ key, value: initial });
  const value = Object.is(state.key, key) ? state.value : initial;
  return [value, (value) => setState({ key, value })];
}
