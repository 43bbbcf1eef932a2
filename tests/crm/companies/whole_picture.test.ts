import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { wholePicture } from "@/lib/crm/companies/whole_picture.ts";
import { jpeg, png } from "../../sales/document/documents.ts";
import { vp8, vp8l, vp8x, webpChunk, webpOf } from "./webp.ts";

const bytesOf = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** A JPEG of two scans with a restart, a stuffed byte and fill bytes between. */
const scans = (width = 8, height = 4) =>
  Uint8Array.of(
    ...[0xff, 0xd8, 0xff, 0xff, 0xe0, 0, 4, 1, 2],
    ...[0xff, 0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4],
    ...[0xff, 0xc4, 0, 3, 9, 0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 5, 0xff, 0xd9],
  );

const frame = (inner: Uint8Array) => webpChunk("ANMF", bytesOf(new Uint8Array(16), inner));

const whole: Record<string, Uint8Array<ArrayBuffer>> = {
  png: png(),
  "png with a palette": png({ colour: 3 }),
  "png of the most pixels": png({ width: 4_000, height: 4_000, pixels: new Uint8Array(1) }),
  jpeg: bytesOf(jpeg()),
  "jpeg of several scans": scans(4_000, 4_000),
  "webp without loss": webpOf(vp8l(4_000, 4_000)),
  "webp with loss": webpOf(vp8(1, 4_000)),
  "webp with a canvas": webpOf(vp8x(30, 20), webpChunk("ALPH", new Uint8Array(3)), vp8(30, 20)),
  "webp that moves": webpOf(vp8x(30, 20), frame(vp8l(30, 20)), frame(vp8(30, 20))),
};

Deno.test("a whole picture passes, without what follows its end", () => {
  for (const [name, bytes] of Object.entries(whole)) {
    const type = `image/${name.split(" ")[0]}`;
    assert.deepEqual(wholePicture(bytes), { type, bytes }, name);
    const more = bytesOf(bytes, Buffer.from("<script>"), new Uint8Array(20));
    assert.deepEqual(wholePicture(more), { type, bytes }, `${name}, and more`);
  }
});

Deno.test("a picture that was cut anywhere is refused", () => {
  for (const [name, bytes] of Object.entries(whole)) {
    for (let length = 0; length < bytes.length; length++) {
      const picture = wholePicture(bytes.subarray(0, length));
      assert.equal(typeof picture, "string", `${name}, ${length} of ${bytes.length} bytes`);
    }
  }
});

Deno.test("what would be larger than 4,000 pixels a side is refused by its header", () => {
  const pixels = new Uint8Array(1);
  const huge = [
    png({ width: 4_001, pixels }),
    png({ height: 4_001, pixels }),
    png({ width: 0x7fff_ffff, height: 0x7fff_ffff, pixels }),
    scans(4_001, 4),
    scans(4, 65_535),
    webpOf(vp8l(4_001, 1)),
    webpOf(vp8l(16_384, 16_384)),
    webpOf(vp8(4, 16_383)),
    webpOf(vp8x(0xff_ffff, 20), vp8(30, 20)),
    // The picture inside is larger than the canvas says.
    webpOf(vp8x(30, 20), frame(vp8l(5_000, 20))),
  ];
  for (const [at, bytes] of huge.entries()) assert.equal(wholePicture(bytes), "large", `${at}`);
});

Deno.test("a picture without width or height is refused", () => {
  const noPixels = png();
  const at = Buffer.from(noPixels).indexOf("IDAT");
  noPixels.set(Buffer.from("IDOT"), at);
  const broken = [
    noPixels,
    png({ width: 0, pixels: new Uint8Array(1) }),
    scans(0, 4),
    scans(4, 0),
    Uint8Array.of(0xff, 0xd8, 0xff, 0xd9),
    webpOf(vp8(0, 4)),
    webpOf(vp8x(30, 20)),
    webpOf(webpChunk("VP8 ", new Uint8Array(15))),
    webpOf(webpChunk("VP8L", new Uint8Array(12))),
  ];
  for (const [at, bytes] of broken.entries()) assert.equal(wholePicture(bytes), "broken", `${at}`);
  for (const text of ["", "<svg/>", "GIF89a", "%PDF-1.7"]) {
    assert.equal(wholePicture(bytesOf(Buffer.from(text))), "other", text);
  }
});

Deno.test("a logo's reader refuses broken bytes and never fails", () => {
  const sources = Object.values(whole).filter(({ length }) => length < 2_000);
  const anywhere = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom(...sources), anywhere, (source, changes) => {
      const bytes = source.slice();
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      const picture = wholePicture(bytes);
      if (typeof picture !== "string") assert.ok(picture.bytes.length <= bytes.length);
    }),
    { numRuns: 2_000, seed: 7 },
  );
});
