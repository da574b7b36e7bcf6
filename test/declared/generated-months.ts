import fc from 'fast-check';
import type { Draft } from '../../src/core/drafting/order.ts';
import { documentText } from '../../src/core/dte/document-text.ts';
import { segmentOf } from '../../src/core/identifiers/official.ts';
import { sampleCompanies } from '../oracle/companies.ts';
import { generationCode } from '../oracle/document-identities.ts';
import { anyBusiness, type Business, draftBusiness } from '../oracle/generated-documents.ts';
import { createDice, type Dice } from '../simulation/dice.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '../structure/document-kinds.ts';
import { controlNumberOf } from '../support/identifiers.ts';
import { type DocumentRecord, type RecordedType, recordOf } from './document-record.ts';
import { type Month, monthsBefore } from './months.ts';
import { BY_THE_MANUAL, type Switches } from './switches.ts';

/** What a business issues, without number and date. */
export interface PooledDraft {
  readonly kind: DocumentKind;
  readonly draft: Draft;
}

/** A document of a generated business, and what a test knows of it. */
export interface GeneratedDeclared {
  readonly record: DocumentRecord;
  /** Its text is the signed one without identification. */
  readonly draft: Draft;
  /** Milliseconds since the epoch. */
  readonly issuedMs: number;
}

export interface GeneratedMonth {
  readonly seed: number;
  readonly month: Month;
  readonly switches: Switches;
  readonly documents: readonly GeneratedDeclared[];
}

type Trade = Readonly<Record<RecordedType, number>>;

/** Businesses by what they issue: the weights of each type. */
const MIXED: Trade = { '01': 3, '03': 3, '05': 2, '11': 2, '14': 2 };
const TRADES: readonly Trade[] = [
  { '01': 8, '03': 1, '05': 0, '11': 0, '14': 0 },
  { '01': 1, '03': 6, '05': 3, '11': 0, '14': 1 },
  { '01': 1, '03': 1, '05': 0, '11': 6, '14': 1 },
  { '01': 2, '03': 1, '05': 0, '11': 0, '14': 6 },
  MIXED,
];
const MONTHS = ['2026-11', '2026-12', '2026-02', '2025-01', '2024-12', '2024-02', '2024-01', '2023-03'];
const TYPES: readonly RecordedType[] = ['01', '03', '05', '11', '14'];
const NEIGHBOURS = ['GT', 'PA', 'HN', 'BZ', 'NI', 'CR'];
/** CAT-011. */
const SERVICE = 2;
const HOUR_MS = 3_600_000;
const BEHIND_UTC_HOURS = 6;
const DAY_MS = 24 * HOUR_MS;
/** Instants of a day at which a mistake of time shows itself, besides any other. */
const EDGES = ['00:00:00', '23:59:59', '18:00:00', '17:59:59', '06:00:00', '12:00:00'];

/** Drafts of every kind, to be dealt out to months; the same for the same seed. */
export function draftPool(seed: number, each: number): readonly PooledDraft[] {
  return DOCUMENT_KINDS.flatMap((kind) => draftsOf(kind, { seed, each }));
}

function draftsOf(
  kind: DocumentKind,
  { seed, each }: { readonly seed: number; readonly each: number },
): readonly PooledDraft[] {
  const companies = sampleCompanies(kind.generation, { seed, count: 8 });
  return fc.sample(anyBusiness(companies, kind), { seed, numRuns: each }).map((business, index) => {
    const sound = toNeighbours(asPeopleBuy(business), index);
    const draft = draftBusiness(sound, kind.generation);
    if (draft.kind === 'problems') throw new Error(JSON.stringify(draft.problems));
    return { kind, draft };
  });
}

const PASSPORT = { documentType: '03', documentNumber: 'P-1234567', nit: null } as const;

/**
 * Purchases whose services are lines of services, from people whose passports have numbers: of others the manual does not
 * say what to declare.
 */
function asPeopleBuy(business: Business): Business {
  if (business.kind === 'note' || business.order.tipoDte !== '14') return business;
  const { customer, lines } = business.order;
  const isTaxNumber = customer?.documentType === '36' || customer?.documentType === '13';
  const order = {
    ...business.order,
    customer: customer === null || isTaxNumber ? customer : { ...customer, ...PASSPORT },
    lines: lines.map((line) => ({ ...line, isService: line.itemType === SERVICE })),
    payments: [{ method: '01', amount: null, reference: null }],
  };
  return { ...business, order };
}

/** Every other export goes to a neighbour, of which some are of the area and some are not. */
function toNeighbours(business: Business, index: number): Business {
  if (business.kind === 'note' || business.order.tipoDte !== '11' || index % 2 === 0) return business;
  const { customer } = business.order;
  const country = NEIGHBOURS[Math.floor(index / 2) % NEIGHBOURS.length] ?? null;
  return { ...business, order: { ...business.order, customer: customer && { ...customer, country } } };
}

/** A month of a business, with documents of the months around it. */
export function generateMonth(seed: number, pool: readonly PooledDraft[]): GeneratedMonth {
  const dice = createDice(seed);
  const trade = TRADES[dice.below(TRADES.length)] ?? MIXED;
  const month = dice.chance(0.6) ? '2026-11' : (MONTHS[dice.below(MONTHS.length)] ?? '2026-11');
  const count = dice.chance(0.03) ? 0 : dice.upTo(60);
  const documents = documentsOf(pool, { seed, dice, month, trade, count });
  const switches = {
    negativeNotes: dice.chance(0.2),
    exportsWithFreight: dice.chance(0.2),
    shortCodes: dice.chance(0.2),
    accents: dice.chance(0.3),
  };
  return { seed, month, switches, documents };
}

/** A month of a business that does everything, as the manual wants it: no row is missing for a fault. */
export function fullMonth(seed: number, pool: readonly PooledDraft[]): GeneratedMonth {
  const month = '2026-11';
  const documents = documentsOf(pool, { seed, dice: createDice(seed), month, trade: MIXED, count: 200 });
  return { seed, month, switches: BY_THE_MANUAL, documents };
}

interface Extent {
  readonly seed: number;
  readonly dice: Dice;
  readonly month: Month;
  readonly trade: Trade;
  readonly count: number;
}

function documentsOf(
  pool: readonly PooledDraft[],
  { seed, dice, month, trade, count }: Extent,
): readonly GeneratedDeclared[] {
  const byType = Map.groupBy(pool, ({ kind }) => kind.tipoDte);
  const bag = TYPES.flatMap((type) => Array.from({ length: trade[type] }, () => type));
  return Array.from({ length: count }, (_, index) => {
    const type = bag[dice.below(bag.length)] ?? '01';
    const drafts = byType.get(type) ?? [];
    const draft = drafts[dice.below(drafts.length)];
    if (draft === undefined) throw new Error(`no drafts of ${type}`);
    return generated(draft, { dice, month, number: index + 1, seed });
  });
}

interface Circumstances {
  readonly dice: Dice;
  readonly month: Month;
  readonly number: number;
  readonly seed: number;
}

function generated(
  { kind, draft }: PooledDraft,
  { dice, month, number, seed }: Circumstances,
): GeneratedDeclared {
  const { tipoDte, generation } = kind;
  const ago = dice.chance(0.75) ? 0 : dice.chance(0.15) ? -1 : dice.between(1, 3);
  const date = dayIn(monthsBefore(month, ago), dice);
  const edge = EDGES[dice.below(EDGES.length * 2)];
  const time = edge ?? new Date(dice.below(86_400) * 1000).toISOString().slice(11, 19);
  const issuedMs = Date.parse(`${date}T${time}Z`) + BEHIND_UTC_HOURS * HOUR_MS + dice.below(1000);
  const segment = segmentOf(draft);
  const text = documentText(draft.text, {
    tipoDte,
    generation,
    postedMs: issuedMs,
    ambiente: '00',
    numeroControl: controlNumberOf(`DTE-${tipoDte}-${segment}-${String(number).padStart(15, '0')}`),
    codigoGeneracion: generationCode(`${seed}/${number}`),
  });
  const stamp = generationCode(`seal ${seed}/${number}`).replaceAll('-', '').concat('2026SEAL');
  const seal = dice.chance(0.95) ? stamp : null;
  const record = recordOf(text, {
    type: typeOf(tipoDte),
    seal,
    invalidatedOn: seal !== null && dice.chance(0.2) ? invalidationOf(tipoDte, date, dice) : null,
    classes: tipoDte !== '14' && dice.chance(0.3) ? [dice.between(1, 4), dice.between(1, 6)] : null,
  });
  return { record, draft, issuedMs };
}

/** Between taxpayers an event has the date of the document; others have a day of the three months behind it. */
function invalidationOf(type: string, date: string, dice: Dice): string {
  if (type === '03' || type === '05') return date;
  const days = dice.chance(0.5) ? dice.below(3) : dice.between(0, 85);
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function typeOf(tipoDte: string): RecordedType {
  const type = TYPES.find((each) => each === tipoDte);
  if (type === undefined) throw new Error(`${tipoDte} is not declared`);
  return type;
}

function dayIn(month: Month, dice: Dice): string {
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const day = dice.chance(0.3) ? (dice.chance(0.5) ? 1 : days) : dice.between(1, days);
  return `${month}-${String(day).padStart(2, '0')}`;
}
