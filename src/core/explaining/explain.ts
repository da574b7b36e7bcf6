import type { Members } from '../dte/official-json.ts';
import { CODES, meaningOf } from './codes.ts';
import { filled } from './filled.ts';
import { type Found, findDatum } from './find-datum.ts';
import { meaningOfFinding } from './findings.ts';
import type { Meaning, Subject } from './messages.ts';
import type { Origin, Owners } from './owner.ts';
import { OWNERS_IN_DOCUMENTS } from './owners-in-documents.ts';
import { OWNERS_IN_INVALIDATIONS } from './owners-in-invalidations.ts';
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
      findDatum(path, ownersIn(rejected.subject), rejected.document),
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
    code: !CODES.has(said.codigoMsg),
    field: !statementsOf(said).every((statement) => isKnown(statement, subject)),
  };
  return GAPS.filter((gap) => isMissing[gap]);
}

function isKnown({ paths }: Statement, subject: Subject | null): boolean {
  const tables = subject === null ? Object.values(OWNERS_IN_DOCUMENTS) : [ownersIn(subject)];
  return paths.every((path) => tables.some((owners) => findDatum(path, owners, null) !== null));
}

function ownersIn(subject: Subject): Owners {
  return subject === 'invalidation' ? OWNERS_IN_INVALIDATIONS : OWNERS_IN_DOCUMENTS[subject];
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
  const meaning = meaningBehind({
    code,
    known,
    finding: found === null && code !== SCHEMA ? null : statement.finding,
  });
  return {
    code,
    said: statement.text,
    official,
    field: found === null ? null : fieldOf(found),
    origin: found?.owner.origin ?? (isLost ? 'unknown' : (meaning?.origin ?? 'unknown')),
    value: found?.value ?? null,
    why: meaning?.why ?? unknownCode(code),
    remedy: remedyFor({ meaning, subject, found, isLost }),
    sameReference: meaning?.sameReference ?? true,
    recognised: known !== null && !isLost,
  };
}

/** Behind a code that says little of the datum that is named, what the authority's words say of it; `finding` is null for none. */
function meaningBehind({
  code,
  known,
  finding,
}: {
  readonly code: string;
  readonly known: Meaning | null;
  readonly finding: string | null;
}): Meaning | null {
  if (finding === null) return known;
  if (known === null || code === SCHEMA) return meaningOfFinding(finding, known);
  return CODES.get(code)?.isOfData === false ? meaningOfFinding(finding, NOT_ACCEPTED) : known;
}

const NOT_ACCEPTED: Meaning = { why: 'Hacienda no acepta lo que el documento lleva en este dato.' };

function unknownCode(code: string): string {
  return code === '' ? 'Hacienda no dio ningún código.' : `Sello no conoce el código ${code} de Hacienda.`;
}

function fieldOf({ owner, indexes }: Found): string | null {
  if (owner.origin === 'computed') return filled(owner.field, indexes);
  const [field = null] = owner.origin === 'request' ? owner.fields : [];
  return field === null ? null : filled(field, indexes);
}
