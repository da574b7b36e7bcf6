import { type Ink, widthOf } from '../drawing/measure.ts';

/** How much room numbers need on either side of their decimal point, in points. */
export interface DecimalRoom {
  readonly whole: number;
  readonly fraction: number;
}

/** Room for each of the numbers, which stand under each other by their points. */
export function roomFor(numbers: readonly string[], ink: Ink): DecimalRoom {
  let [whole, fraction] = [0, 0];
  for (const number of numbers) {
    const room = roomOf(number, ink);
    whole = Math.max(whole, room.whole);
    fraction = Math.max(fraction, room.fraction);
  }
  return { whole, fraction };
}

export function roomOf(number: string, ink: Ink): DecimalRoom {
  const point = number.indexOf('.');
  if (point < 0) return { whole: widthOf(number, ink), fraction: 0 };
  return { whole: widthOf(number.slice(0, point), ink), fraction: widthOf(number.slice(point), ink) };
}

export function widthOfRoom({ whole, fraction }: DecimalRoom): number {
  return whole + fraction;
}

/** Where a number begins whose column ends at `right`. */
export function startOf(
  number: string,
  column: { readonly right: number; readonly room: DecimalRoom },
  ink: Ink,
): number {
  return column.right - column.room.fraction - roomOf(number, ink).whole;
}
