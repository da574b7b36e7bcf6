import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Finding } from '../../core/declaring/annex.ts';
import { centsCell } from '../../core/declaring/cents.ts';
import { type CheckedFile, checkFile } from '../../core/declaring/check-file.ts';
import type { RepeatedFinding, Told } from '../../core/declaring/told-findings.ts';
import { parseEstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import { bookNamed, bookPieces, VAT_BOOKS } from '../../operations/declarations/books/book-files.ts';
import { declaredFiles } from '../../operations/declarations/declared-files.ts';
import { ClassChangeSchema, readClassChange } from '../../requests/class-change.ts';
import { readValue } from '../../requests/read-value.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure, UsageFailure } from '../failure.ts';
import { endingOf, readText, writeNew } from '../files.ts';
import { orderIn, periodTyped, wordOf } from '../month-options.ts';

export async function f07Export({
  places: [, month = '', folder = ''],
  options,
  openCompany,
}: Call): Promise<Answer> {
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
}

/** Mistakes that are told, and remarks; the others are counted. */
const TOLD = 200;

export async function f07Check({ places: [file = ''], options }: Call): Promise<Answer> {
  const period = periodTyped(options.get('month'));
  const declared = { period, notesAreNegative: wordOf(options, 'notes') === 'negative' };
  const checked = checkFile(basename(file), await bytesOf(file), { declared, limit: TOLD });
  return {
    json: resultJson(checked),
    text: resultText(checked),
    exitCode: checked.faults.count > 0 ? 1 : 0,
  };
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw new UsageFailure(`${file} cannot be read.`);
  }
}

function resultJson(checked: CheckedFile) {
  const { annex, rows, unsummed, faults, remarks } = checked;
  return {
    annex: annex?.key ?? null,
    title: annex?.title ?? null,
    rows,
    rows_in_no_sum: unsummed,
    sums: sumsOf(checked),
    faults: faults.told,
    repeated: faults.repeated.map(repeatedJson),
    fault_count: faults.count,
    remarks: remarks.told,
    repeated_remarks: remarks.repeated.map(repeatedJson),
    remark_count: remarks.count,
  };
}

function repeatedJson({ lastLine, ...finding }: RepeatedFinding) {
  return { ...finding, last_line: lastLine };
}

function sumsOf({ annex, sums }: Pick<CheckedFile, 'annex' | 'sums'>) {
  const amounts = (annex?.columns ?? []).filter(({ isAmount }) => isAmount);
  return sums.map((cents, index) => ({ field: amounts[index]?.field ?? '', amount: centsCell(cents) }));
}

function resultText(checked: CheckedFile): readonly string[] {
  const { annex, rows, faults, remarks } = checked;
  if (annex === null) return faults.told.map(({ message }) => `${message}.`);
  return [
    `${annex.title}: ${rows} rows.`,
    ...sumsOf(checked).map(({ field, amount }) => `  ${field}: ${amount}`),
    ...unsummedText(checked),
    ...toldText(faults),
    ...(remarks.count > 0 ? ['What the manual has otherwise, and the portal is not known to refuse:'] : []),
    ...toldText(remarks),
    faults.count + remarks.count === 0
      ? 'Nothing is wrong with it.'
      : `Mistakes: ${faults.count}.${remarks.count > 0 ? ` To be looked at: ${remarks.count}.` : ''}`,
  ];
}

function unsummedText({ unsummed, sums }: CheckedFile): readonly string[] {
  if (unsummed === 0) return [];
  if (sums.length === 0) return ['No row is in a sum: all of them are of another shape.'];
  return [
    unsummed === 1
      ? '1 of the rows is in no sum: it is of another shape.'
      : `${unsummed} of the rows are in no sum: they are of another shape.`,
  ];
}

function toldText({ told, repeated, count }: Told): readonly string[] {
  const more = repeated.reduce((rest, { more: those }) => rest - those, count - told.length);
  return [
    ...told.map(({ line, ...finding }) => findingText(line === 0 ? 'the file' : `line ${line}`, finding)),
    ...repeated.map(({ more: those, lastLine, ...finding }) =>
      findingText(`and ${those} more up to line ${lastLine}`, finding),
    ),
    ...(more > 0 ? [`and ${more} others.`] : []),
  ];
}

function findingText(place: string, { column, field, message }: Finding): string {
  return [place, ...(column === null ? [] : [`column ${column} (${field})`]), message].join(': ');
}

const CODES = ['operation-type', 'income-type', 'classification', 'sector', 'cost-type'] as const;

export async function f07Classify({
  places: [, month = ''],
  options,
  program,
  openCompany,
}: Call): Promise<Answer> {
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
}

function changeIn(body: unknown) {
  const read = readValue(body, ClassChangeSchema);
  if (read.kind === 'refused')
    throw new UsageFailure(read.problems.map(({ path, message }) => `${path}: ${message}`).join(' '));
  const change = readClassChange(read.body);
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

export async function f07Book({
  places: [, month = '', key = '', file = ''],
  options,
  openCompany,
}: Call): Promise<Answer> {
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
}
