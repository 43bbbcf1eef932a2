/** A draft whose key in the browser's storage is `<prefix><device>:<id>`. */
interface StoredDraft {
  device: string;
  id: string;
  text: string;
  forget(): void;
}

/** Drafts of all pairings; none where the browser has no storage. */
export function storedDrafts(open: () => Storage, prefix: string): StoredDraft[] {
  try {
    const storage = open();
    return Object.keys(storage).filter((key) => key.startsWith(prefix)).map((key) => {
      const [device = "", id = ""] = key.slice(prefix.length).split(":");
      const text = storage.getItem(key) ?? "";
      return { device, id, text, forget: () => storage.removeItem(key) };
    });
  } catch {
    return [];
  }
}
