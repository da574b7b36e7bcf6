import type { Switches } from './switches.ts';

/** What a name says to whoever reads the file: nothing that separates cells or quotes them. */
const FORBIDDEN = /[;"'\r\n]/g;

/** A name as a file has it, where the manual says how; letters of other alphabets it does not speak of. */
export function expectedName(name: string, { accents }: Pick<Switches, 'accents'>): string {
  const clean = name.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim();
  return accents ? clean : clean.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

/**
 * Whether the cell may stand for the name. Where a name has characters that the encoding has not, the cell still has
 * every letter and digit that it has, in their order, and no question mark for one that it has not.
 */
export function isNameOf(cell: string, name: string, switches: Pick<Switches, 'accents'>): boolean {
  const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  const expected = expectedName(name, switches);
  if (cell.split('?').length > name.split('?').length) return false;
  if (squeezed(cell) === squeezed(expected)) return true;
  const plain = [...squeezed(expected)].filter((each) => each <= '~');
  let found = 0;
  for (const character of squeezed(cell)) if (character === plain[found]) found += 1;
  return found === plain.length;
}
