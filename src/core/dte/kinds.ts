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
  const made = Object.fromEntries(TIPOS_DTE.map((tipoDte) => [tipoDte, make(tipoDte)]));
  if (!namesEveryType(made)) throw new RangeError('a type is missing');
  return made;
}

function namesEveryType<T>(made: Readonly<Record<string, T>>): made is Readonly<Record<TipoDte, T>> {
  return TIPOS_DTE.every((tipoDte) => tipoDte in made);
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
