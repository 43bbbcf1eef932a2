export type PaletteKeys = ReturnType<typeof paletteKeys>;

/** Hands keys to the list of commands; the ones that came before it, as soon as it listens. */
export function paletteKeys() {
  const early: string[] = [];
  let listener: ((key: string) => void) | undefined;
  return {
    press(key: string) {
      if (listener) listener(key);
      else early.push(key);
    },
    listen(next: (key: string) => void) {
      listener = next;
      early.splice(0).forEach(next);
      return () => {
        listener = undefined;
      };
    },
  };
}
