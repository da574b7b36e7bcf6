import fc from 'fast-check';

/** Letters of El Salvador and its neighbours, what JSON must escape, and characters outside the basic plane. */
const CHARACTERS = [
  ...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 áéíóúüñÁÉÍÓÚÜÑ.,;:-/()&\'"\\<>%€°ª№👍🥖中ß',
];

/** Text without control characters and without outer blanks. */
export function plainText(min: number, max: number): fc.Arbitrary<string> {
  const visible = fc.constantFrom(...CHARACTERS.filter((character) => character !== ' '));
  const inside = fc.array(fc.constantFrom(...CHARACTERS), {
    minLength: Math.max(0, min - 2),
    maxLength: Math.max(0, max - 2),
  });
  const long = fc
    .tuple(visible, inside, visible)
    .map(([first, rest, last]) => `${first}${rest.join('')}${last}`);
  if (max < 2) return visible;
  return min < 2 ? fc.oneof({ weight: 9, arbitrary: long }, { weight: 1, arbitrary: visible }) : long;
}

/** Short as people write it, sometimes of one character, sometimes as long as it may be. */
export function anyLength(min: number, max: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 17, arbitrary: plainText(min, Math.min(max, Math.max(min, 40))) },
    { weight: 2, arbitrary: plainText(min, max) },
    { weight: 1, arbitrary: plainText(max, max) },
  );
}

/** So many digits, not only zeros. */
export function digits(min: number, max: number): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
    .map((list) => list.join(''))
    .filter((text) => /[1-9]/.test(text));
}

/** The value, or null as often as not. */
export function orNull<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { freq: 2 });
}

const WORD = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 1,
  maxLength: 12,
});

/** Addresses that the Ministry takes in both generations. */
export const email: fc.Arbitrary<string> = fc
  .tuple(WORD, fc.constantFrom('', '.ventas', '+dte', '_1', "-o'neil"), WORD)
  .map(([name, middle, host]) => `${name}${middle}@${host}.com.sv`);

export const phone: fc.Arbitrary<string> = fc.oneof(
  digits(8, 8),
  digits(8, 8).map((number) => `${number.slice(0, 4)}-${number.slice(4)}`),
  digits(8, 8).map((number) => `+503 ${number}, ext. 1234567890`.slice(0, 30)),
);

const twoDigits = (max: number) =>
  fc.integer({ min: 1, max }).map((number) => String(number).padStart(2, '0'));

/** Fourteen digits with a date in it, or nine; never one digit alone, which the authority has nobody for. */
export const nit: fc.Arbitrary<string> = fc
  .oneof(
    fc.tuple(digits(4, 4), twoDigits(28), twoDigits(12), digits(6, 6)).map((parts) => parts.join('')),
    digits(9, 9),
  )
  .filter((text) => !/^(\d)\1*$/.test(text));

export const nrc: fc.Arbitrary<string> = digits(2, 8);

/** Nine digits of which the last checks the others: weights 9 to 2, complement to ten. */
export const dui: fc.Arbitrary<string> = digits(8, 8).map((eight) => {
  const sum = [...eight].reduce((total, digit, index) => total + Number(digit) * (9 - index), 0);
  return `${eight}${(10 - (sum % 10)) % 10}`;
});
