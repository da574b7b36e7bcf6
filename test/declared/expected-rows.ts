import type { AnnexKey } from './annex-columns.ts';
import { type Cents, cellOf, sumOf } from './cents.ts';
import type { DocumentRecord, RecordedParty } from './document-record.ts';
import { expectedName } from './expected-name.ts';
import { dayCell, type Month, monthOf } from './months.ts';
import type { Switches } from './switches.ts';

export interface MonthAsked {
  readonly month: Month;
  readonly switches: Switches;
}

type Cells = readonly string[];

/** Countries of the area by both codes of CAT-020; Panama and Belize are outside (manual of F-07 v14, annex 2). */
const CENTRAL_AMERICA = new Set(['SV', 'GT', 'HN', 'NI', 'CR', '9300', '9483', '9501', '9615', '9411']);
/** What nobody has classed: taxed, and of trade. */
const USUAL: readonly [number, number] = [1, 3];
/** Taxed, an expense, of trade, of administration. */
const USUAL_PURCHASE = ['1', '2', '2', '2'];
const NIL = '0.00';

/** Every row that each file of a month must have, from what a test wrote down; the order of rows is not said. */
export function expectedRows(
  records: readonly DocumentRecord[],
  asked: MonthAsked,
): Readonly<Record<AnnexKey, readonly Cells[]>> {
  const own = records.filter(({ seal, date }) => seal !== null && monthOf(date) === asked.month);
  const standing = own.filter(({ invalidatedOn }) => invalidatedOn === null);
  const between = standing.filter(({ type }) => type === '03' || type === '05');
  const bought = standing.filter(({ type }) => type === '14');
  return {
    '1': between.map((record) => taxpayersRow(record, asked)),
    '2': consumersRows(records, asked),
    '5': bought.map((record) => excludedRow(record, asked)),
    '9': between.filter(({ perceived }) => perceived > 0n).map(perceptionRow),
    anulados: invalidatedIn(records, asked.month).map((record) => annulledRow(record, asked.switches)),
    f14: withheldRows(
      bought.filter(({ withheld, party }) => withheld > 0n && (party?.nit ?? party?.dui)),
      asked,
    ),
  };
}

/** Stamped documents, of whatever month, whose invalidation is of this one. */
export function invalidatedIn(records: readonly DocumentRecord[], month: Month): readonly DocumentRecord[] {
  return records.filter(
    ({ seal, invalidatedOn }) => seal !== null && invalidatedOn !== null && monthOf(invalidatedOn) === month,
  );
}

export function bare(text: string): string {
  return text.replaceAll('-', '');
}

function numbers({ control, seal, code }: DocumentRecord): Cells {
  return [bare(control), seal ?? '', bare(code)];
}

function classesOf(record: DocumentRecord, { month }: MonthAsked): Cells {
  if (month < '2025-01') return ['0', '0'];
  const [operation, income] = record.classes ?? USUAL;
  // Somebody may class an export otherwise, document by document.
  if (record.type !== '11' || record.classes !== null) return [String(operation), String(income)];
  return [String(operation), record.services ? '9' : '7'];
}

function purchaseClasses({ month }: MonthAsked): Cells {
  return month < '2024-02' ? ['0', '0', '0', '0'] : USUAL_PURCHASE;
}

function taxpayersRow(record: DocumentRecord, asked: MonthAsked): Cells {
  const { type, date, party, exempt, notSubject, taxed, vat } = record;
  const sign = type === '05' && asked.switches.negativeNotes ? -1n : 1n;
  const amounts = [exempt, notSubject, taxed, vat, 0n, 0n, exempt + notSubject + taxed];
  return [
    dayCell(date),
    '4',
    type,
    ...numbers(record),
    '',
    taxpayerNumber(party),
    expectedName(party?.name ?? '', asked.switches),
    ...amounts.map((each) => cellOf(sign * each)),
    taxpayerNumber(party) === '' ? (party?.dui ?? '') : '',
    ...classesOf(record, asked),
    '1',
  ];
}

/** The NIT, else the NRC, without the zeros in front that make no difference. */
function taxpayerNumber(party: RecordedParty | null): string {
  return party?.nit ?? party?.nrc?.replace(/^0+(?=.)/, '') ?? '';
}

/** K, N, O, P and Q of one document, and M; the other columns of annex 2 are nothing. */
function consumerAmounts(record: DocumentRecord, { switches }: MonthAsked): readonly Cents[] {
  const { type, exempt, notSubject, taxed, carriage, services, country } = record;
  if (type === '01') return [exempt, 0n, notSubject, taxed, 0n, 0n, 0n, 0n, 0n];
  const value = taxed + (switches.exportsWithFreight ? carriage : 0n);
  const isNear = CENTRAL_AMERICA.has(country ?? '');
  const place = services ? 6 : isNear ? 4 : 5;
  return Array.from({ length: 9 }, (_, index) => (index === place ? value : 0n));
}

function consumersRows(records: readonly DocumentRecord[], asked: MonthAsked): readonly Cells[] {
  const sold = records.filter(({ type, seal }) => (type === '01' || type === '11') && seal !== null);
  const its = (date: string | null) => (date === null ? null : monthOf(date));
  const standing = sold.filter(
    ({ date, invalidatedOn }) => its(date) === asked.month && its(invalidatedOn) !== asked.month,
  );
  const late = sold.filter(
    ({ date, invalidatedOn }) => monthOf(date) < asked.month && its(invalidatedOn) === asked.month,
  );
  return [
    ...grouped(standing, asked).map((group) => consumersRow(group, 1n, asked)),
    ...grouped(late, asked).map((group) => consumersRow(group, -1n, asked)),
  ];
}

/** By day, type and pair of classes, each in the order of its issue. */
function grouped(
  records: readonly DocumentRecord[],
  asked: MonthAsked,
): readonly (readonly DocumentRecord[])[] {
  const groups = Map.groupBy(records, (record) =>
    [record.date, record.type, ...classesOf(record, asked)].join(';'),
  );
  const orderOf = ({ time, control }: DocumentRecord) => `${time} ${control}`;
  return [...groups.values()].map((group) => group.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)));
}

function consumersRow(group: readonly DocumentRecord[], sign: bigint, asked: MonthAsked): Cells {
  const [first, last] = [group.at(0), group.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a day without documents');
  const amounts = group.map((record) => consumerAmounts(record, asked));
  const sums = Array.from({ length: 9 }, (_, index) => sumOf(amounts, (each) => each[index] ?? 0n));
  const total = sumOf(sums, (each) => each);
  return [
    dayCell(first.date),
    '4',
    first.type,
    'N/A',
    'N/A',
    'N/A',
    'N/A',
    bare(first.code),
    bare(last.code),
    '',
    ...[...sums, total].map((each) => cellOf(sign * each)),
    ...classesOf(first, asked),
    '2',
  ];
}

function excludedRow(record: DocumentRecord, asked: MonthAsked): Cells {
  const { party, date, seal, code, bought } = record;
  return [
    ...idOf(party),
    expectedName(party?.name ?? '', asked.switches),
    dayCell(date),
    seal ?? '',
    bare(code),
    cellOf(bought),
    NIL,
    ...purchaseClasses(asked),
    '5',
  ];
}

function idOf(party: RecordedParty | null): Cells {
  if (party?.nit) return ['1', party.nit];
  return party?.dui ? ['2', party.dui] : ['3', party?.other ?? ''];
}

function perceptionRow(record: DocumentRecord): Cells {
  const { party, date, type, taxed, perceived } = record;
  return [
    party?.nit ?? '',
    dayCell(date),
    type,
    ...numbers(record),
    cellOf(taxed),
    cellOf(perceived),
    party?.nit ? '' : (party?.dui ?? ''),
    '9',
  ];
}

function annulledRow(record: DocumentRecord, { shortCodes }: Switches): Cells {
  const { control, seal, code, type } = record;
  return [bare(control), '4', '0', '0', type, 'D', seal ?? '', '0', '0', shortCodes ? bare(code) : code];
}

/** One row per person; who has neither NIT nor DUI has none. */
function withheldRows(records: readonly DocumentRecord[], asked: MonthAsked): readonly Cells[] {
  const people = Map.groupBy(records, ({ party }) => idOf(party).join(' '));
  const nils = (count: number) => Array.from({ length: count }, () => NIL);
  return [...people.values()].map((group) => {
    const party = group[0]?.party ?? null;
    return [
      '1',
      '9300',
      expectedName(party?.name ?? '', asked.switches).toUpperCase(),
      party?.nit ?? '',
      party?.nit ? '' : (party?.dui ?? ''),
      '11',
      cellOf(sumOf(group, ({ earned }) => earned)),
      NIL,
      cellOf(sumOf(group, ({ withheld }) => withheld)),
      ...nils(9),
      ...purchaseClasses(asked),
      `${asked.month.slice(5)}${asked.month.slice(0, 4)}`,
    ];
  });
}
