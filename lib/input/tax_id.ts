/** Control characters of Spanish tax ids (NIF, NIE, CIF): RD 1065/2007, 19 to 26; EHA/451/2008. */

const letters = "TRWAGMYFPDXBNJZSQVHLCKE";
const ofEntities = "JABCDEFGHI";

/** A Spanish tax id whose control does not fit; ids of other countries are not judged. */
export function isWrongTaxId(text: string): boolean {
  const bare = text.toUpperCase().replace(/[\s./-]/g, "").replace(/^ES(?=[A-Z0-9]{9}$)/, "");
  const lastCharacter = bare.at(-1);
  const person = bare.match(/^(\d{8}|[XYZ]\d{7})[A-Z]$/)?.[1];
  if (person) return lastCharacter !== personControl(person);
  const special = bare.match(/^[KLM](\d{7})[A-Z]$/)?.[1];
  if (special) {
    return ![personControl(special), ofEntities[entityControl(special)]].includes(lastCharacter);
  }
  const entity = bare.match(/^[ABCDEFGHJNPQRSUVW](\d{7})[\dA-J]$/)?.[1];
  if (!entity) return false;
  const control = entityControl(entity);
  return lastCharacter !== String(control) && lastCharacter !== ofEntities[control];
}

/** Check letter of a person's eight digits; the letter of a NIE stands for 0, 1 or 2. */
export function personControl(number: string): string {
  const digits = number.replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return letters[Number(digits) % letters.length]!;
}

/** Check digit of an entity's seven digits. */
export function entityControl(digits: string): number {
  const sum = [...digits].map(Number).reduce(
    (total, digit, at) => total + (at % 2 === 1 ? digit : crossSum(2 * digit)),
    0,
  );
  return (10 - sum % 10) % 10;
}

function crossSum(number: number): number {
  return Math.floor(number / 10) + number % 10;
}
