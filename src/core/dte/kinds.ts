import { byName } from '../records/by-name.ts';
import type { Block } from './structure/table.ts';
import type { DocumentType, SchemaGeneration } from './types/card.ts';
import { CREDITO_FISCAL } from './types/credito-fiscal.ts';
import { EXPORTACION } from './types/exportacion.ts';
import { FACTURA } from './types/factura.ts';
import { NOTA_CREDITO } from './types/nota-credito.ts';
import { SUJETO_EXCLUIDO } from './types/sujeto-excluido.ts';

export type { SchemaGeneration };

/** CAT-001, destination environment: `00` test, `01` production. */
export type Ambiente = '00' | '01';

/** What stands for a company in an environment as a key, and what the functions of the schema name it by. */
export function accountName(account: { readonly companyId: string; readonly ambiente: Ambiente }): string {
  return `${account.ambiente} ${account.companyId}`;
}

/** The document types that Sello issues, in the order of their codes. */
export const DOCUMENT_TYPES = [FACTURA, CREDITO_FISCAL, NOTA_CREDITO, EXPORTACION, SUJETO_EXCLUIDO] as const;

/** CAT-002, the codes of these. */
export type TipoDte = (typeof DOCUMENT_TYPES)[number]['code'];

export const TIPOS_DTE: readonly TipoDte[] = DOCUMENT_TYPES.map(({ code }) => code);

export function isTipoDte(text: string): text is TipoDte {
  return BY_CODE.has(text);
}

const BY_CODE: ReadonlyMap<string, DocumentType> = new Map(
  DOCUMENT_TYPES.map((type): [string, DocumentType] => [type.code, type]),
);

/** One of something for each type. */
export function forEachType<T>(make: (tipoDte: TipoDte) => T): Readonly<Record<TipoDte, T>> {
  return byName(TIPOS_DTE, make);
}

/** The types that callers ask of `POST /invoice`, with what each is called among them. */
export const INVOICE_TYPES = DOCUMENT_TYPES.flatMap(({ code, called, issuedBy }) =>
  issuedBy.route === '/invoice' ? [{ code, called, option: issuedBy.option }] : [],
);

/** The card of a type; null for none of ours. */
export function typeNamed(code: string): DocumentType | null {
  return BY_CODE.get(code) ?? null;
}

/** The card of one of our types. */
export function typeOf(tipoDte: TipoDte): DocumentType {
  const type = BY_CODE.get(tipoDte);
  if (type === undefined) throw new RangeError(`no type of ours: ${tipoDte}`);
  return type;
}

/** What a document counts for among those that are added up: a note gives back what others sold. */
export function signOf(tipoDte: TipoDte): 1n | -1n {
  return typeOf(tipoDte).movement === 'return' ? -1n : 1n;
}

/** `identificacion.version` of a document. */
export function versionOf(tipoDte: TipoDte, generation: SchemaGeneration): number {
  return typeOf(tipoDte).versions[generation];
}

/** What is made of a table, when it is first asked for: every later use finds it made. */
export function madeOfTable<T>(
  make: (table: Block) => T,
): (tipoDte: TipoDte, generation: SchemaGeneration) => T {
  const made = new Map<Block, T>();
  return (tipoDte, generation) => {
    const table = typeOf(tipoDte).structure[generation];
    const before = made.get(table);
    if (before !== undefined) return before;
    const first = make(table);
    made.set(table, first);
    return first;
  };
}

/** The generation in force from an instant on; the latest entry not after the moment of issue holds. */
export interface GenerationEntry {
  readonly generation: SchemaGeneration;
  /** Milliseconds since the epoch; null: since always. */
  readonly fromMs: number | null;
}

/** The events of contingency and invalidation, which are written in one generation whatever that of their documents. */
export const EVENTS = 'events';

/** What has a generation of its own. */
export type Versioned = TipoDte | typeof EVENTS;

export const VERSIONED: readonly Versioned[] = [...TIPOS_DTE, EVENTS];

/** When a company writes a document type, or its events, in which generation. */
export type Generations = Readonly<Record<Versioned, readonly GenerationEntry[]>>;

/**
 * The start of 1 December 2026 in El Salvador, from which every issuer is expected to issue in v2 (specification 9.1). Nothing
 * changes by it: each company's generations are its own setting, and the date is only warned about.
 */
export const V2_EXPECTED_MS = Date.UTC(2026, 11, 1, 6);

/**
 * The schema generation in which a company writes a document type, or its events, at an instant (milliseconds since the
 * epoch): the latest entry that does not start after it.
 */
export function generationAt(
  { generations }: { readonly generations: Generations },
  versioned: Versioned,
  nowMs: number,
): SchemaGeneration {
  const entry = generations[versioned].findLast(({ fromMs }) => fromMs === null || fromMs <= nowMs);
  if (entry === undefined) throw new RangeError(`no generation of ${versioned} holds since always`);
  return entry.generation;
}

/** Whether any document type of the company is, or will be, issued in v2. */
export function everIssuesV2(generations: Generations): boolean {
  return TIPOS_DTE.some((tipoDte) => generations[tipoDte].some(({ generation }) => generation === 'v2'));
}
