// Bundled by the build step: the script of the gateway's pages.
import "../../gateway/browser/main.ts";
