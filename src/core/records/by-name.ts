import { type Amount, sum } from '../money/decimal.ts';

/** One of something under each of these names. */
export function byName<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name) => T,
): Readonly<Record<Name, T>> {
  const made: Readonly<Record<string, T>> = Object.fromEntries(names.map((name) => [name, make(name)]));
  if (!hasAll(made, names)) throw new RangeError('a name is missing');
  return made;
}

/** What stands under a name that somebody else has said, who may say `constructor`; undefined where nothing does. */
export function ownOf<T>(all: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** What is made of each, under the same names. */
export function madeOf<Name extends string, T, Made>(
  all: Readonly<Record<Name, T>>,
  make: (one: T) => Made,
): Readonly<Record<Name, Made>> {
  const names = Object.keys(all).filter((name): name is Name => Object.hasOwn(all, name));
  return byName(names, (name) => make(all[name]));
}

function hasAll<Name extends string, T>(
  made: Readonly<Record<string, T>>,
  names: readonly Name[],
): made is Readonly<Record<Name, T>> {
  return names.every((name) => Object.hasOwn(made, name));
}

/** Amounts under the same names, added up name by name. */
export function addedByName<Name extends string>(
  names: readonly Name[],
  all: readonly Readonly<Record<Name, Amount>>[],
): Readonly<Record<Name, Amount>> {
  return byName(names, (name) => sum(all.map((one) => one[name])));
}

/** What stands under names, in the order of the names. */
export function inNameOrder<T>(named: ReadonlyMap<string, T>): readonly T[] {
  return [...named].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}
