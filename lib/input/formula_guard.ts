/** An apostrophe before text that spreadsheets would run; another one where it has one itself. */

const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const guard = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;

export function guardFormula(text: string, number: RegExp): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text;
}

export function withoutGuard(text: string): string {
  return text.replace(guard, "");
}
