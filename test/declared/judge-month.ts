import { checkAnnex } from './annex-checker.ts';
import { AMOUNTS, type AnnexKey } from './annex-columns.ts';
import { cellOf, sumOf } from './cents.ts';
import type { DocumentRecord } from './document-record.ts';
import { isNameOf } from './expected-name.ts';
import { expectedRows, type MonthAsked } from './expected-rows.ts';
import { rowOf } from './row-rules.ts';

type Cells = readonly string[];

/** Files of a month by their names. */
export type MonthFiles = ReadonlyMap<string, Uint8Array>;

/** Which column has a name. */
const NAME_COLUMN: Readonly<Partial<Record<AnnexKey, number>>> = { '1': 8, '5': 2, f14: 2 };
const KEYS: readonly AnnexKey[] = ['1', '2', '5', '9', 'anulados', 'f14'];
const TOLD = 5;

/** Everything in which the files of a month differ from the manual, or from what a test wrote down. */
export function judgeMonth(
  files: MonthFiles,
  records: readonly DocumentRecord[],
  asked: MonthAsked,
): readonly string[] {
  const expected = expectedRows(records, asked);
  const seen = new Set<AnnexKey>();
  const complaints = [...files].flatMap(([file, bytes]) => {
    const { annex, rows, faults } = checkAnnex(file, bytes, asked);
    if (annex === null) return [`${file}: a file of no annex`];
    seen.add(annex);
    return [
      ...faults.map(({ line, column, why }) => `${file}, line ${line}, ${column ?? 'all of it'}: ${why}`),
      ...differences(annex, annex === 'f14' ? byPerson(rows) : rows, {
        expected: expected[annex],
        asked,
      }).map((each) => `${file}: ${each}`),
    ];
  });
  return [...complaints, ...KEYS.filter((key) => !seen.has(key)).map((key) => `no file of annex ${key}`)];
}

/** A person may have several rows, for a tenth of each is kept back to the cent: together they are what is expected. */
function byPerson(rows: readonly Cells[]): readonly Cells[] {
  const people = Map.groupBy(rows, (cells) =>
    cells.filter((_, index) => index !== 6 && index !== 8).join(';'),
  );
  return [...people.values()].flatMap((group) => {
    const total = (letter: string) => cellOf(sumOf(group, (cells) => rowOf(cells).cents(letter)));
    return group.slice(0, 1).map((cells) => cells.with(6, total('G')).with(8, total('I')));
  });
}

function differences(
  annex: AnnexKey,
  rows: readonly Cells[],
  { expected, asked }: { readonly expected: readonly Cells[]; readonly asked: MonthAsked },
): readonly string[] {
  const nameColumn = NAME_COLUMN[annex] ?? -1;
  const without = (cells: Cells) => cells.filter((_, index) => index !== nameColumn).join(';');
  const waiting = Map.groupBy(expected, without);
  const found: string[] = [];
  for (const cells of rows) {
    const alike = waiting.get(without(cells)) ?? [];
    const its = cells[nameColumn] ?? '';
    const next = alike.findIndex((each) => isNameOf(its, each[nameColumn] ?? '', asked.switches));
    if (next === -1) found.push(`nobody expects ${cells.join(';')}`);
    else waiting.set(without(cells), alike.toSpliced(next, 1));
  }
  const missing = [...waiting.values()].flat();
  return [
    ...found.slice(0, TOLD),
    ...missing.slice(0, TOLD).map((cells) => `missing ${cells.join(';')}`),
    ...wrongSums(annex, rows, expected),
  ];
}

function wrongSums(annex: AnnexKey, rows: readonly Cells[], expected: readonly Cells[]): readonly string[] {
  return [...AMOUNTS[annex]].flatMap((letter) => {
    const its = sumOf(rows, (cells) => rowOf(cells).cents(letter));
    const right = sumOf(expected, (cells) => rowOf(cells).cents(letter));
    return its === right ? [] : [`column ${letter} sums to ${cellOf(its)} instead of ${cellOf(right)}`];
  });
}
