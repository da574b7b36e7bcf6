import type { Line, Sheet } from '../../src/paper/content/sheet.ts';
import { sheetOf } from '../../src/paper/content/sheet-of.ts';
import { goldenSignedFile } from './signed-file.ts';

/** The sheet of a golden case. */
export function sheetOfCase(name: string): Sheet {
  return sheetOf({ signedFile: goldenSignedFile(name), rejection: null, cancellation: { kind: 'none' } });
}

/** The sheet with as many lines, its own over and over, each changed. */
export function withLines(sheet: Sheet, count: number, change: (line: Line, index: number) => Line): Sheet {
  const { lines } = sheet.table;
  const repeated = Array.from({ length: count }, (_, index) => {
    const line = lines[index % lines.length];
    if (line === undefined) throw new Error('a sheet has lines');
    return change({ ...line, number: String(index + 1) }, index);
  });
  return { ...sheet, table: { ...sheet.table, lines: repeated } };
}
