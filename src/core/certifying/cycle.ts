/** The entry of a list that a number comes to when it counts round and round. */
export function cycled<T>(list: readonly T[], number: number): T {
  const entry = list[((number % list.length) + list.length) % list.length];
  if (entry === undefined) throw new RangeError('the list is empty');
  return entry;
}

/** The numbers from 1 to this one. */
export function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
