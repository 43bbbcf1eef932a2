// Bundled by the build step; routes/phone/sw.js.ts starts it.
export { start } from "../../lib/phone/worker/main.ts";
