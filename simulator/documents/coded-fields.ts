import { type CodedCatalogId, catalogEntry } from '../../src/catalogs/official-catalogs.ts';
import { isAmount } from '../exact/amount.ts';
import { isRecord, type JsonRecord } from '../exact/json.ts';
import { type ClasificaMsg, lineName, type Refusal, refuseField } from '../verdict/refusal.ts';
import type { Rule } from './document-kind.ts';

/** Whether a code exists; a number comes as it would be written. */
export type Known = (code: string) => boolean;

/** A field that holds a code. An absent code (null) is for the structure to judge. */
export interface CodedField {
  /** The part of the document, like `resumen.pagos`; every item of a list is looked at. */
  readonly at: string;
  readonly key: string;
  readonly known: Known;
}

export function coded(at: string, key: string, known: Known): CodedField {
  return { at, key, known };
}

/** The codes of one of the Ministry's catalogs, as in force since July 2026. */
export function inCatalog(catalog: CodedCatalogId): Known {
  return (code) => catalogEntry(catalog, code) !== null;
}

export function among(codes: readonly string[]): Known {
  return (code) => codes.includes(code);
}

/** 003 for the first field whose code does not exist, in the order of the list. */
export function codedFields(fields: readonly CodedField[]): Rule {
  return (document) => {
    for (const field of fields) {
      const refusal = unknownCode(document, field);
      if (refusal !== null) return refusal;
    }
    return null;
  };
}

function unknownCode(document: JsonRecord, { at, key, known }: CodedField): Refusal | null {
  const wrong = recordsAt(document, at).findIndex((record) => !holds(record[key], known));
  if (wrong < 0) return null;
  const field = at === 'cuerpoDocumento' ? lineName(wrong) : `${at}.${key}`;
  return refuseField(clasificaMsgOf(at), '003', field);
}

function holds(value: unknown, known: Known): boolean {
  if (typeof value === 'string') return known(value);
  return !isAmount(value) || known(String(Number(value.numerator) / Number(value.denominator)));
}

/** The records at a path, whatever lists lie on the way. */
function recordsAt(document: JsonRecord, path: string): readonly JsonRecord[] {
  let records: readonly JsonRecord[] = [document];
  for (const key of path.split('.')) {
    const values: readonly unknown[] = records.map((record) => record[key]);
    records = values.flat().filter(isRecord);
  }
  return records;
}

const CLASIFICA_BY_PART: Readonly<Record<string, ClasificaMsg>> = {
  identificacion: '11',
  emisor: '12',
  receptor: '13',
  sujetoExcluido: '13',
  documentoRelacionado: '14',
  otrosDocumentos: '14',
  cuerpoDocumento: '15',
  resumen: '16',
  ventaTercero: '21',
};

/** How the authority classifies what is wrong in a part of a document. */
export function clasificaMsgOf(path: string): ClasificaMsg {
  return CLASIFICA_BY_PART[path.split('.')[0] ?? ''] ?? '99';
}
