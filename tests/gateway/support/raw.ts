/** Raw bytes over a socket: what a client may send that no library would. */

/** Sends the text and returns all that comes back until the other side closes. */
export async function exchange(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const address = hostname === "localhost" ? "127.0.0.1" : hostname;
  const connection = await Deno.connect({ hostname: address, port: Number(port) });
  await connection.write(new TextEncoder().encode(text)).catch(() => {});
  return await new Response(connection.readable).text().catch(() => "");
}
