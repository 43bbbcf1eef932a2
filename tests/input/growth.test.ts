/** What strangers send is read in a time that grows no faster than it does. */
import { assertGrowsWithInput, assertWithin, type Work } from "../support/growth.ts";
import { formReaders } from "./readers/form_readers.ts";
import { mailReaders } from "./readers/mail_readers.ts";
import { metaReaders } from "./readers/meta_readers.ts";
import { type Reader, shaped, shapes } from "./readers/reader.ts";
import { tableReaders } from "./readers/table_readers.ts";
import { textReaders } from "./readers/text_readers.ts";

const million = 1_000_000;
const mostMs = { million: 4_000, most: 25_000 };
/** Of the largest input, those that took longest at a million are tried. */
const worst = 2;

for (
  const reader of [...mailReaders, ...metaReaders, ...formReaders, ...tableReaders, ...textReaders]
) {
  Deno.test(`time grows no faster than ${reader.name}`, async () => {
    const timings: { what: string; work: Work<unknown>; ms: number }[] = [];
    for (const [what, work] of worksOf(reader)) {
      const size = Math.min(reader.most, million);
      const ms = await assertGrowsWithInput(what, work, { size, mostMs: mostMs.million });
      timings.push({ what, work, ms });
    }
    if (reader.most <= million) return;
    for (const { what, work } of timings.sort((a, b) => b.ms - a.ms).slice(0, worst)) {
      await assertWithin(what, work, { size: reader.most, mostMs: mostMs.most });
    }
  });
}

function worksOf(reader: Reader): [what: string, work: Work<unknown>][] {
  const frames = Object.entries(reader.frames ?? { text: (text: string) => text });
  return frames.flatMap(([frame, framed]) =>
    [...shapes, ...reader.shapes ?? []].map((piece): [string, Work<unknown>] => [
      `${reader.name}, ${frame} of ${JSON.stringify(piece)}`,
      { shape: (size) => framed(shaped(piece, size)), read: reader.read },
    ])
  );
}
