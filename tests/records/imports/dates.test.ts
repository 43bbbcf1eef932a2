import assert from "node:assert/strict";
import { CellError } from "@/lib/records/imports/csv_values.ts";
import { type DateOrder, dateOrderOf, readDay } from "@/lib/records/imports/rows/dates.ts";

Deno.test("days are read as spreadsheets and people write them", () => {
  const days: [string, string][] = [
    ["1/3/2026", "2026-03-01"],
    ["2026-03-01", "2026-03-01"],
    ["2026/3/1", "2026-03-01"],
    ["01.03.2026 9:30", "2026-03-01T09:30"],
    ["2026-03-01 09:30:15", "2026-03-01T09:30"],
    ["2026-03-01T09:30", "2026-03-01T09:30"],
    ["1/3/2026, 9:30 PM", "2026-03-01T21:30"],
    ["1/3/2026 12:05 a. m.", "2026-03-01T00:05"],
    ["31 dic 2026", "2026-12-31"],
    ["31 dic. 2026", "2026-12-31"],
    ["31-dic-2026", "2026-12-31"],
    ["31 de diciembre de 2026", "2026-12-31"],
    ["31 de Diciembre del 2026 9:30", "2026-12-31T09:30"],
    ["jueves, 31 de diciembre de 2026", "2026-12-31"],
    ["Dec 31, 2026", "2026-12-31"],
    ["December 31st, 2026", "2026-12-31"],
    ["Thu, Dec 31, 2026 9:30 AM", "2026-12-31T09:30"],
    ["1 sept 2026", "2026-09-01"],
    ["3 de setiembre de 2026", "2026-09-03"],
    ["1 ene 2026", "2026-01-01"],
    ["5 may 2026", "2026-05-05"],
    ["46022", "2025-12-31"],
    ["45000", "2023-03-15"],
    ["46022.5", "2025-12-31T12:00"],
    ["46022,395833", "2025-12-31T09:30"],
  ];
  for (const [cell, day] of days) assert.equal(readDay(cell), day, cell);
  const wrong = [
    ...["31/02/2026", "13/13/2026", "1/3/26", "mañana", "1/3/2026 25:00", "1/3/2026 13:00 pm"],
    ...["2026", "20261231", "4500", "046022", "-46022", "31 dic", "dic 2026", "31 xyz 2026"],
    ...["31 d 2026", "2026-02-30", "1/3/2026x", "de de de", "", "1/2", "99999999"],
  ];
  for (const cell of wrong) assert.throws(() => readDay(cell), CellError, cell);
});

Deno.test("the rows of a column decide whether the day or the month stands first", () => {
  const columns: [string[], DateOrder | undefined][] = [
    [["1/2/2026", "12/31/2026"], "month"],
    [["1/2/2026", "31/12/2026 9:30"], "day"],
    [["1-2-2026", "12-31-2026 9:30 PM", "", "nada"], "month"],
    [["1/2/2026", "2026-12-31", "Dec 31, 2026", "46022"], undefined],
    [["31/12/2026", "12/31/2026"], "unclear"],
    [["31/31/2026", "99/1/2026"], "day"],
    [[], undefined],
  ];
  for (const [cells, order] of columns) assert.equal(dateOrderOf(cells), order, String(cells));
  assert.equal(readDay("1/2/2026", "month"), "2026-01-02");
  assert.equal(readDay("1/2/2026", "day"), "2026-02-01");
  assert.equal(readDay("12/31/2026", "unclear"), "2026-12-31");
  assert.equal(readDay("31/12/2026", "unclear"), "2026-12-31");
  assert.equal(readDay("3/3/2026", "unclear"), "2026-03-03");
  assert.throws(() => readDay("31/12/2026", "month"), CellError);
  assert.throws(() => readDay("1/2/2026", "unclear"), CellError);
});
