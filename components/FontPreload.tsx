import { asset } from "fresh/runtime";

/** Has the browser fetch the typeface with the page, before the stylesheet asks for it. */
export function FontPreload() {
  return (
    <link
      rel="preload"
      href={asset("/vendor/inter-latin.woff2")}
      as="font"
      type="font/woff2"
      crossorigin="anonymous"
    />
  );
}
