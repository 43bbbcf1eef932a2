// Bundled by the build step; components/MissingFiles.tsx has it loaded.
import "../lib/panel/page/input/missing_files.ts";
