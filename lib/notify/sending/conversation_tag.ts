/** A notice of the CRM about a conversation names its contact in its tag. Pure. */

export function conversationTag(contactId: number): string {
  return `contact:${contactId}`;
}

export function contactOf(
  { internal, tag }: { internal: boolean; tag: string | null },
): number | null {
  const id = internal ? /^contact:(\d+)$/.exec(tag ?? "")?.[1] : undefined;
  return id === undefined ? null : Number(id);
}
