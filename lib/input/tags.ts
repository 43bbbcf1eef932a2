/** Pure: tags differ by their words, not by capitals or by how a letter is composed. */

/** A tag as it is compared: `Urgente` and `urgente` are one. */
export function tagKey(tag: string): string {
  return tag.trim().toLowerCase().normalize("NFC");
}

/** Each tag once, in the spelling that comes first. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag.trim());
  return [...byKey.values()];
}
