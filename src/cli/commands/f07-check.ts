import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AnnexFault } from '../../core/declaring/annex.ts';
import { centsCell } from '../../core/declaring/cents.ts';
import { type CheckedFile, checkFile } from '../../core/declaring/check-file.ts';
import type { LineFault, RepeatedFault } from '../../core/declaring/told-faults.ts';
import type { Command } from '../command.ts';
import { wordOf } from '../criteria-options.ts';
import { UsageFailure } from '../failure.ts';
import { periodOfText } from '../period-option.ts';

/** Faults that are told; the others are counted. */
const TOLD = 200;

export const f07Check: Command = {
  name: 'f07 check',
  places: ['FILE'],
  options: { month: 'MONTH!', notes: 'WORD' },
  summary:
    "Read a file of an annex of form F-07 or of F-14's detail, Sello's or another program's, and say what the portal would refuse, line by line; exit code 1 where it would.",
  async run({ places: [file = ''], options }) {
    const period = periodOfText(options.get('month') ?? '');
    const declared = { period, notesAreNegative: wordOf(options, 'notes') === 'negative' };
    const checked = checkFile(basename(file), await bytesOf(file), { declared, limit: TOLD });
    const { badName } = checked;
    return {
      json: resultJson(checked, badName),
      text: resultText(checked, badName),
      exitCode: checked.faultCount > 0 || badName !== null ? 1 : 0,
    };
  },
};

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw new UsageFailure(`${file} cannot be read.`);
  }
}

function resultJson(checked: CheckedFile, badName: string | null) {
  const { annex, rows, sums, faults, repeated, remarks, faultCount } = checked;
  return {
    annex: annex?.key ?? null,
    title: annex?.title ?? null,
    rows,
    sums: sumsOf({ annex, sums }),
    file_name: badName,
    faults,
    repeated: repeated.map(repeatedJson),
    fault_count: faultCount,
    remarks: remarks.told,
    repeated_remarks: remarks.repeated.map(repeatedJson),
  };
}

function repeatedJson({ lastLine, ...fault }: RepeatedFault) {
  return { ...fault, last_line: lastLine };
}

function sumsOf({ annex, sums }: Pick<CheckedFile, 'annex' | 'sums'>) {
  const amounts = (annex?.columns ?? []).filter(({ isAmount }) => isAmount);
  return amounts.map(({ field }, index) => ({ field, amount: centsCell(sums[index] ?? 0n) }));
}

function resultText(checked: CheckedFile, badName: string | null): readonly string[] {
  const { annex, rows, faults, repeated, remarks, faultCount } = checked;
  if (annex === null) return faults.map(({ message }) => `${message}.`);
  const more = repeated.reduce((rest, { more: those }) => rest - those, faultCount - faults.length);
  return [
    `${annex.title}: ${rows} rows.`,
    ...sumsOf(checked).map(({ field, amount }) => `  ${field}: ${amount}`),
    ...(badName === null ? [] : [badName]),
    ...linesText(faults, repeated),
    ...(more > 0 ? [`and ${more} others.`] : []),
    ...linesText(remarks.told, remarks.repeated),
    faultCount === 0 && badName === null
      ? 'Nothing is wrong with it.'
      : `Mistakes: ${faultCount + (badName === null ? 0 : 1)}.`,
  ];
}

function linesText(told: readonly LineFault[], repeated: readonly RepeatedFault[]): readonly string[] {
  return [
    ...told.map(({ line, ...fault }) => faultText(line === 0 ? 'the file' : `line ${line}`, fault)),
    ...repeated.map(({ more, lastLine, ...fault }) =>
      faultText(`and ${more} more up to line ${lastLine}`, fault),
    ),
  ];
}

function faultText(place: string, { column, field, message }: AnnexFault): string {
  return [place, ...(column === null ? [] : [`column ${column} (${field})`]), message].join(': ');
}
