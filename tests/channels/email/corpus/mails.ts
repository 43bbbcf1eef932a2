import { authors } from "./tables/authors.ts";
import { automatic } from "./tables/automatic.ts";
import { files } from "./tables/files.ts";
import { meetings } from "./tables/meetings.ts";
import { names } from "./tables/names.ts";
import { quotations } from "./tables/quotations.ts";
import { signatures } from "./tables/signed.ts";
import { structures } from "./tables/structures.ts";
import { texts } from "./tables/texts.ts";
import { mailsOf } from "./row.ts";

/** All of the corpus but what servers return of our own mail. */
export const corpus = Object.entries({
  ...{ authors, automatic, names, texts, structures, files, quotations, meetings, signatures },
}).flatMap(([room, table]) => mailsOf(room, table));
