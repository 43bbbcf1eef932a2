/** Follows a company's changes as an open page does. */
interface Changes {
  url: string;
  token: string;
  onOpen(): void;
  /** Is told of each contact that changed, and when the page heard of it. */
  onContact(id: number, at: number): void;
  /** Is called after each piece of the stream. */
  onPiece?(): void;
}

/** @throws Error where the stream is refused */
export async function followChanges(
  { url, token, onOpen, onContact, onPiece }: Changes,
): Promise<void> {
  const headers = { "Cf-Access-Jwt-Assertion": token };
  const answer = await fetch(`${url}/api/admin/changes?company_id=1`, { headers });
  if (answer.status !== 200) throw new Error(`the feed was refused: ${answer.status}`);
  let rest = "";
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    onOpen();
    const at = performance.now();
    const events = (rest + text).split("\n\n");
    rest = events.pop()!;
    for (const [, data] of events.map((event) => /^data: (\{.*)$/m.exec(event) ?? [])) {
      const { noun, id } = data ? JSON.parse(data) : {};
      if (noun === "contact") onContact(id, at);
    }
    onPiece?.();
  }
}
