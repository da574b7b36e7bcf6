import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AnnexFault } from '../../core/declaring/annex.ts';
import { centsCell } from '../../core/declaring/cents.ts';
import { type CheckedFile, checkFile } from '../../core/declaring/check-file.ts';
import type { LineFault, RepeatedFault } from '../../core/declaring/told-faults.ts';
import { parseEstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import { bookNamed, bookPieces, VAT_BOOKS } from '../../operations/declarations/books/book-files.ts';
import { declaredFiles } from '../../operations/declarations/declared-files.ts';
import { ClassChangeSchema, readClassChange } from '../../requests/class-change.ts';
import { isOf, requestProblemsIn } from '../../schema/check.ts';
import type { Command } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { endingOf, readText, writeNew } from '../files.ts';
import { CRITERIA, orderIn, periodTyped, wordOf } from '../month-options.ts';

export const f07Export: Command = {
  usage: `f07 export COMPANY MONTH FOLDER ${CRITERIA}`,
  summary:
    'Write the annexes of form F-07 for a month, like 2026-11, as the portal takes them, the detail of F-14 and a control sheet into a folder. The options stand for an accountant who reads the manual otherwise: credit notes below zero, exports with freight and insurance, codes of annulled documents with 32 characters, names with accents (Windows-1252).',
  async run({ places: [, month = '', folder = ''], options, openCompany }) {
    const period = periodTyped(month);
    const { office, ...stored } = await openCompany();
    const order = await orderIn(options, office, stored, period);
    await mkdir(folder, { recursive: true });
    const files: string[] = [];
    for await (const { name, content } of declaredFiles(office, order)) {
      const file = join(folder, name);
      await writeNew(file, content);
      files.push(file);
    }
    return { json: { month, files }, text: files };
  },
};

/** Faults that are told; the others are counted. */
const TOLD = 200;

export const f07Check: Command = {
  usage: 'f07 check FILE --month MONTH [--notes WORD]',
  summary:
    "Read a file of an annex of form F-07 or of F-14's detail, Sello's or another program's, and say what the portal would refuse, line by line; exit code 1 where it would.",
  async run({ places: [file = ''], options }) {
    const period = periodTyped(options.get('month'));
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

const CODES = ['operation-type', 'income-type', 'classification', 'sector', 'cost-type'] as const;

export const f07Classify: Command = {
  usage: `f07 classify COMPANY MONTH ${CODES.map((name) => `[--${name} CODE]`).join(' ')} [--establishment CODE] [--types LIST] [--activity CODE] [--only-unclassed] [--references FILE]`,
  summary:
    'Give documents of a month that is not closed other codes of the income tax: all sales and notes, or those of an establishment, of types like 01,03, of an activity, that nobody has classed, or of the references that a file has, one a line. Purchases are --types 14 and have codes of their own. Codes that are not given stay as they are.',
  async run({ places: [, month = ''], options, program, openCompany }) {
    const period = periodTyped(month);
    const codes = CODES.filter((name) => options.has(name)).map((name) => [
      name.replace('-', '_'),
      Number(options.get(name)),
    ]);
    const file = options.get('references') ?? null;
    const references = file === null ? null : await referencesIn(file);
    const change = changeIn({
      ...Object.fromEntries(codes),
      establishment: options.get('establishment') ?? null,
      activity_code: options.get('activity') ?? null,
      only_unclassed: options.has('only-unclassed'),
      doc_types: options.get('types')?.split(',') ?? null,
      external_refs: references,
    });
    const { office, companyId, company } = await openCompany();
    const by = `operador ${program().deed.osUser}`;
    const made = await office.classes.change({ companyId, ambiente: company.ambiente, period }, change, {
      by,
    });
    if (made === null) throw new CommandFailure('month_closed', `${month} is closed.`);
    const { changeId, documents } = made;
    return {
      json: { month, change_id: changeId, documents },
      text: [
        `${documents} documents have the codes now.`,
        ...(references === null || references.length === documents
          ? []
          : [`${references.length} references were given: the others are of no such document of ${month}.`]),
      ],
    };
  },
};

function changeIn(body: unknown) {
  if (!isOf(ClassChangeSchema, body)) {
    const problems = requestProblemsIn(body, ClassChangeSchema);
    throw new UsageFailure(problems.map(({ path, message }) => `${path}: ${message}`).join(' '));
  }
  const change = readClassChange(body);
  if (change.kind === 'refused') throw new UsageFailure(change.detail);
  return change;
}

/** An empty file is most likely a mistake, and its month would be classed without a way back. */
async function referencesIn(file: string): Promise<readonly string[]> {
  const lines = (await readText(file)).split(/\r?\n/).filter((line) => line.trim() !== '');
  const references = [...new Set(lines)];
  if (references.length > 0) return references;
  throw new CommandFailure('unreadable_file', `${file} is empty: it must hold references, one a line.`);
}

const KEYS = VAT_BOOKS.map(({ key }) => key).join(' or ');

export const f07Book: Command = {
  usage: 'f07 book COMPANY MONTH BOOK FILE [--establishment CODE] [--exports WORD]',
  summary: `Write a book of IVA for a month, like 2026-11, into a new file, whose name ends with .pdf or .xlsx. BOOK is ${KEYS}. --establishment takes one of them alone, like M001.`,
  async run({ places: [, month = '', key = '', file = ''], options, openCompany }) {
    const period = periodTyped(month);
    const book = bookNamed(key);
    if (book === null) throw new UsageFailure(`There is no book ${key}: it is ${KEYS}.`);
    const format = endingOf(file, ['pdf', 'xlsx']);
    const wanted = options.get('establishment');
    const establishment = wanted === undefined ? null : parseEstablishmentCode(wanted);
    if (wanted !== undefined && establishment === null)
      throw new UsageFailure(`${wanted} is no code of an establishment: it is like M001.`);
    const { office, ...stored } = await openCompany();
    const order = await orderIn(options, office, stored, period);
    await writeNew(file, bookPieces(office, { ...order, establishment, book, format }));
    return { json: { month, book: key, file }, text: [file] };
  },
};
