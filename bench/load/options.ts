/** Reads the options from the parent process: one JSON value on standard input. */
export async function readOptions<T>(): Promise<T> {
  return await new Response(Deno.stdin.readable).json();
}
