import type { Members } from '../dte/official-json.ts';
import { codeInWords, type Meaning, meaningOf, rejectionCode, type Subject } from './codes.ts';
import { type Found, findDatum } from './find-datum.ts';
import { filled, type Origin, type Owners } from './owner.ts';
import { OWNERS_IN_DOCUMENTS } from './owners-in-documents.ts';
import { OWNERS_IN_INVALIDATIONS, ownersInInvalidation } from './owners-in-invalidations.ts';
import { remedyFor } from './remedy.ts';
import { type SaidRejection, type Statement, statementsOf } from './statement.ts';

/** What is behind one thing that the authority found wrong; texts are Spanish sentences. */
export interface Explanation {
  /** The authority's code; empty where it gave none. */
  readonly code: string;
  /** The authority's own words. */
  readonly said: string;
  /** The datum of the official document or event, in its own letters; null where the authority names none that it has. */
  readonly official: string | null;
  /** The caller's field, with its index; of a computed datum the one that decides most; null where the caller sends none. */
  readonly field: string | null;
  readonly origin: Origin;
  /** What the official document has there. */
  readonly value: string | null;
  readonly why: string;
  readonly remedy: string;
  /** Whether the same request, mended, may be sent again. */
  readonly sameReference: boolean;
  /** Whether both the code and, where one is named, the datum are known here. */
  readonly recognised: boolean;
}

/** A rejection with what was rejected. */
export interface RejectedThing extends SaidRejection {
  readonly subject: Subject;
  /** What was signed; null where it is not at hand, and then no value is shown. */
  readonly document: Members | null;
}

/** Explains what the authority rejected, statement by statement. */
export function explain(rejected: RejectedThing): readonly Explanation[] {
  return statementsOf(rejected).flatMap((statement) => {
    const named = statement.paths.map((path) =>
      findDatum(path, ownersIn(rejected.subject, rejected.document), rejected.document),
    );
    const data = named.length === 0 ? [null] : named;
    return data.map((found) => explanation(rejected, statement, found));
  });
}

/** What of a rejection may not be known here. */
export const GAPS = ['code', 'field'] as const;
export type Gap = (typeof GAPS)[number];

/** What of a rejection cannot be explained, each once; `null` for a document of any type. */
export function gapsIn(said: SaidRejection, subject: Subject | null): readonly Gap[] {
  const isMissing: Readonly<Record<Gap, boolean>> = {
    code: rejectionCode(said.codigoMsg) === null,
    field: !statementsOf(said).every((statement) => isKnown(statement, subject)),
  };
  return GAPS.filter((gap) => isMissing[gap]);
}

function isKnown({ paths }: Statement, subject: Subject | null): boolean {
  const tables = subject === null ? Object.values(OWNERS_IN_DOCUMENTS) : [ownersIn(subject, null)];
  return paths.every((path) => tables.some((owners) => findDatum(path, owners, null) !== null));
}

function ownersIn(subject: Subject, signed: Members | null): Owners {
  if (subject !== 'invalidation') return OWNERS_IN_DOCUMENTS[subject];
  return signed === null ? OWNERS_IN_INVALIDATIONS : ownersInInvalidation(signed);
}

const SCHEMA = '096';

function explanation(
  { codigoMsg: code, subject }: RejectedThing,
  statement: Statement,
  found: Found | null,
): Explanation {
  const official = found?.official ?? null;
  const isLost = found === null && statement.paths.length > 0;
  const known = meaningOf(code, subject, official);
  const isTold = found !== null || code === SCHEMA;
  const meaning = meaningBehind(code, known, isTold ? statement.finding : null);
  return {
    code,
    said: statement.text,
    official,
    field: found === null ? null : fieldOf(found),
    origin: found?.owner.origin ?? (isLost ? 'unknown' : (meaning?.origin ?? 'unknown')),
    value: found?.value ?? null,
    why:
      meaning?.why ??
      (code === '' ? 'Hacienda no dio ningún código.' : `Sello no conoce el código ${code} de Hacienda.`),
    remedy: remedyFor({ meaning, subject, found, isLost }),
    sameReference: meaning?.sameReference ?? true,
    recognised: known !== null && !isLost,
  };
}

/**
 * What is behind a statement: the code's meaning, and of a code that says little of the datum that is named, what the
 * authority's words say of it; `finding` is null for none.
 */
function meaningBehind(code: string, known: Meaning | null, finding: string | null): Meaning | null {
  if (finding === null) return known;
  const inWords = codeInWords(finding) ?? FINDINGS.find(([words]) => words.test(finding))?.[1];
  if (known === null || code === SCHEMA) return inWords ?? known;
  return rejectionCode(code)?.isOfData === false ? (inWords ?? NOT_ACCEPTED) : known;
}

const NOT_ACCEPTED: Meaning = { why: 'Hacienda no acepta lo que el documento lleva en este dato.' };

/**
 * What the authority says of a datum that does not fit the schema, by what its words contain. Seen in its answers are
 * «no cumple el formato requerido», «contiene un valor inválido» and «no cumple el mínimo  exclusivo».
 */
const FINDINGS: readonly (readonly [RegExp, Meaning])[] = [
  [/formato/i, { why: 'El valor no tiene la forma que exige el esquema.' }],
  [/longitud m[ií]nima/i, { why: 'El texto es más corto de lo que el esquema admite.' }],
  [/longitud m[aá]xima/i, { why: 'El texto es más largo de lo que el esquema admite.' }],
  [/m[ií]nimo de elementos/i, { why: 'La lista tiene menos elementos de los que el esquema exige.' }],
  [/m[aá]ximo de elementos/i, { why: 'La lista tiene más elementos de los que el esquema admite.' }],
  [/m[ií]nimo\s+exclusivo/i, { why: 'El número debe ser mayor que el mínimo del esquema, y no lo es.' }],
  [/m[aá]ximo\s+exclusivo/i, { why: 'El número debe ser menor que el máximo del esquema, y no lo es.' }],
  [/m[ií]nimo/i, { why: 'El número es menor que el mínimo del esquema.' }],
  [/m[aá]ximo/i, { why: 'El número es mayor que el máximo del esquema.' }],
  [/decimales/i, { why: 'El número tiene más decimales de los que el esquema admite.' }],
  [/repetid/i, { why: 'La lista tiene elementos repetidos.' }],
  [
    /no (?:es|est[aá]) permitid/i,
    { why: 'El esquema no admite este dato en este documento.', mending: 'remove' },
  ],
  [/requerid[oa]|obligatori|faltante/i, { why: 'Falta un dato que el esquema exige.', mending: 'send' }],
  [/tipo|debe ser un/i, { why: 'El valor no es del tipo que exige el esquema (texto, número o lista).' }],
  [/inv[aá]lid/i, { why: 'El esquema no admite este valor.' }],
];

function fieldOf({ owner, indexes }: Found): string | null {
  if (owner.origin === 'computed') return filled(owner.field, indexes);
  const [field = null] = owner.origin === 'request' ? owner.fields : [];
  return field === null ? null : filled(field, indexes);
}
