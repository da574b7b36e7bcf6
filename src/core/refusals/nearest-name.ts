/** A longer name is no misspelling of a field, and comparing it would cost time that the sender chooses. */
const MAX_LENGTH = 64;

/** A misspelling differs in at most a third of the letters, in no more than three, and never in all of them. */
function tolerance(length: number): number {
  return Math.min(3, Math.max(1, Math.floor(length / 3)), length - 1);
}

/**
 * The known name that the given one most likely stands for, or null where none is near. Case, underscores, hyphens
 * and blanks do not count, so `unitPrice` finds `unit_price`; of equally near names the first known one is taken.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = letters(name);
  if (name.length > MAX_LENGTH || wanted === '') return null;
  let best: string | null = null;
  let bestDistance = tolerance(wanted.length) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, letters(candidate));
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best ?? extended(wanted, known);
}

/** Fewer letters begin too many names. */
const MIN_BEGINNING = 4;

/**
 * The first known name that begins with all of the wanted letters, as `discount_percentage` does with `discount`. A name
 * of several words is a command, and its first word alone is not a misspelling of it.
 */
function extended(wanted: string, known: readonly string[]): string | null {
  if (wanted.length < MIN_BEGINNING) return null;
  const names = known.filter((candidate) => !candidate.includes(' '));
  return names.find((candidate) => letters(candidate).startsWith(wanted)) ?? null;
}

/**
 * How many insertions, deletions, replacements and swaps of neighbours turn one text into the other, where no part is
 * edited twice (optimal string alignment). Takes time in proportion to the product of the lengths.
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = nextRow({ from, to, row, last, beforeLast });
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

function nextRow({
  from,
  to,
  row,
  last,
  beforeLast,
}: {
  readonly from: string;
  readonly to: string;
  readonly row: number;
  readonly last: readonly number[];
  readonly beforeLast: readonly number[];
}): readonly number[] {
  const current = [row];
  for (let column = 1; column <= to.length; column += 1) {
    const same = from[row - 1] === to[column - 1];
    const replaced = cell(last, column - 1) + (same ? 0 : 1);
    const shifted = Math.min(cell(last, column), cell(current, column - 1)) + 1;
    const crossed = row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
    const swapped = crossed ? cell(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY;
    current.push(Math.min(replaced, shifted, swapped));
  }
  return current;
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '');
}
