/** Reads what the starting process says: one JSON value on standard input. */
export async function readOptions<T>(): Promise<T> {
  return await new Response(Deno.stdin.readable).json();
}
