import { pageLanguage } from "@/lib/http/pages.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { manifestWords } from "@/lib/words/phone/manifest.ts";

/** Makes the phone app installable (W3C Web Application Manifest); needs no cookie. */
export const handler = ({ req }: Ctx): Response => {
  const language = pageLanguage(req);
  const manifest = {
    // The installed app is known by it: it must never change.
    id: "/phone",
    name: "Relevo",
    short_name: "Relevo",
    description: manifestWords.description[language],
    lang: language,
    dir: "ltr",
    start_url: "/phone",
    scope: "/phone",
    display: "standalone",
    orientation: "any",
    background_color: "#fafbfc",
    theme_color: "#fafbfc",
    categories: ["business", "productivity"],
    prefer_related_applications: false,
    icons: [
      { src: "/phone/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/phone/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      {
        src: "/phone/icons/maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=3600",
      "Vary": "Accept-Language",
    },
  });
};
