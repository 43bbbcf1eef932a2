// In development, tells browsers of a new build.
import type { Handler } from "../serve/app.ts";

const PATH = "/_frsh/alive";

/** Asks for the running build, again after each restart, and reloads the page for another one. */
export const RELOAD_SCRIPT = `
let known;
function connect() {
  const socket = new WebSocket("${PATH}");
  socket.onmessage = ({ data }) => known && known !== data ? location.reload() : known = data;
  socket.onclose = () => setTimeout(connect, 300);
}
connect();
`;

export function withLiveReload(handler: Handler, buildId: string): Handler {
  return async (req, info) => {
    if (new URL(req.url).pathname !== PATH) return await handler(req, info);
    if (req.headers.get("upgrade") !== "websocket") return new Response(null, { status: 501 });
    const { socket, response } = Deno.upgradeWebSocket(req);
    socket.onopen = () => socket.send(buildId);
    return response;
  };
}
