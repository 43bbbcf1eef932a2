import assert from "node:assert/strict";
import fc from "fast-check";
import { accentOf, accentRules, contrast } from "@/lib/values/accent.ts";

const css = await Deno.readTextFile(new URL("../../../static/tokens.css", import.meta.url));
const [light, dark] = css.split("@media screen and (prefers-color-scheme: dark)");
const tokens = { light: light!, dark: dark! };
const surfaces = ["surface", "raised", "hover", "sunken"];

function parse(color: string) {
  const [l, c, h] = color.match(/[\d.]+/g)!.map(Number) as [number, number, number];
  return { l, c, h };
}

function token(scheme: "light" | "dark", name: string) {
  return parse(new RegExp(`--${name}: (oklch\\([^)]+\\))`).exec(tokens[scheme])![1]!);
}

function assertReadable(scheme: "light" | "dark", color: string) {
  const { accent, onAccent, soft } = accentOf(color, scheme);
  const others = [...surfaces.map((name) => token(scheme, name)), parse(onAccent), parse(soft)];
  for (const other of others) {
    const ratio = contrast(parse(accent), other);
    assert.ok(ratio >= 4.5, `${color} in ${scheme}: ${accent} has ${ratio}`);
  }
  assert.ok(contrast(parse(soft), token(scheme, "text")) >= 4.5);
}

Deno.test("the accent is readable on every surface, and text on it, whatever the colour", () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (...channels) => {
      const color = "#" + channels.map((value) => value.toString(16).padStart(2, "0")).join("");
      assertReadable("light", color);
      assertReadable("dark", color);
    }),
    { numRuns: 2_000 },
  );
  for (const color of ["#000000", "#ffffff", "#ffff00", "#00ff00", "#0000ff", "#ff00ff"]) {
    assertReadable("light", color);
    assertReadable("dark", color);
  }
});

Deno.test("a colour that is readable as it is keeps its lightness and hue", () => {
  const accent = parse(accentOf("#2563eb", "light").accent);
  assert.ok(Math.abs(accent.l - 0.546) < 0.02, String(accent.l));
  assert.ok(Math.abs(accent.h - 262.9) < 0.5, String(accent.h));
});

Deno.test("a company's grey colour makes a grey accent", () => {
  assert.ok(parse(accentOf("#808080", "light").accent).c < 0.001);
});

Deno.test("the rules hold nothing that would need escaping in a style element", () => {
  assert.match(accentRules("#7c3aed"), /^[\w\s():;{}.@,#=[\]-]+$/);
});

Deno.test("the four meanings are readable on their own fill and on every surface", () => {
  for (const scheme of ["light", "dark"] as const) {
    for (const name of ["info", "success", "warning", "danger"]) {
      const text = token(scheme, `${name}-text`);
      for (const other of [name, ...surfaces]) {
        const ratio = contrast(text, token(scheme, other));
        assert.ok(ratio >= 4.5, `${name}-text on ${other} in ${scheme}: ${ratio}`);
      }
      // A dot or an icon: WCAG 2.2, 1.4.11.
      const solid = contrast(token(scheme, `${name}-solid`), token(scheme, "surface"));
      assert.ok(solid >= 3, `${name}-solid in ${scheme}: ${solid}`);
    }
    for (const other of surfaces) {
      assert.ok(contrast(token(scheme, "text-soft"), token(scheme, other)) >= 4.5, other);
    }
    assert.ok(contrast(token(scheme, "line-strong"), token(scheme, "raised")) >= 3, scheme);
  }
});
