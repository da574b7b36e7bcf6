import type { DocumentKind } from '../documents/document-kind.ts';
import { documentKind, isKnownType } from '../documents/table.ts';
import { isAmount } from '../exact/amount.ts';
import { integerIn, isRecord, type JsonRecord, readExactJson, recordIn, textIn } from '../exact/json.ts';
import { observation } from '../shapes/fault.ts';
import { findFaults } from '../shapes/find-faults.ts';
import { isSignedBy, payloadText, splitJws } from '../signature/jws.ts';
import type { Ledger } from '../state/ledger.ts';
import type { DocumentFacts } from '../state/submission.ts';
import { type Refusal, refuse, refuseField } from '../verdict/refusal.ts';
import { type AdjustmentBench, adjustmentsOf, netOfCcf, salesOfCcf, wrongAdjustment } from './adjustment.ts';
import { type CoverageBench, coverage } from './coverage.ts';
import { dateRemark, wrongDate } from './dates.ts';
import type { Envelope } from './envelope.ts';

export type Judgement =
  | Accepted
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly facts: DocumentFacts | null };

export interface Accepted {
  readonly kind: 'accepted';
  readonly facts: DocumentFacts;
  readonly remarks: readonly string[];
  /** The contingency event that lists the document; null for a normal one. */
  readonly evento: string | null;
}

/** What a judgement depends on besides the document. */
export interface Bench extends CoverageBench, AdjustmentBench {
  readonly ledger: Pick<Ledger, 'stampedAs' | 'numberIsTaken' | 'notesOn'>;
}

/** More observations than this say nothing more. */
const MOST_OBSERVATIONS = 50;

/**
 * Judges a document as reception does, in this order: issuer, signature, agreement with the envelope, structure,
 * uniqueness, rules and arithmetic of its type, what it adjusts, contingency, dates. It changes nothing.
 */
export function judge(envelope: Envelope, bench: Bench): Judgement {
  const jws = splitJws(envelope.documento);
  if (jws === null) return refused(refuse('20', '802'));
  const text = payloadText(jws);
  const document = text === null ? undefined : readExactJson(text);
  const emisor = isRecord(document) ? textIn(recordIn(document, 'emisor'), 'nit') : null;
  if (emisor !== null && emisor !== bench.issuer.nit) return refused(refuseField('12', '008', 'emisor.nit'));
  if (!isSignedBy(jws, bench.issuer.key)) return refused(refuse('20', '802'));
  if (!isRecord(document)) return refused(refuse('98', '098'));
  const kind = documentKind(envelope.tipoDte, envelope.version);
  const refusal = disagreement(document, envelope, bench);
  if (refusal !== null) return refused(refusal);
  if (kind === null) return refused(unknownKind(envelope));
  const { types = null } = bench.issuer;
  if (types !== null && !types.includes(kind.tipoDte)) return refused(refuse('12', '095'));
  return judgeContent(kind, document, bench);
}

function refused(refusal: Refusal, facts: DocumentFacts | null = null): Judgement {
  return { kind: 'refused', refusal, facts };
}

function unknownKind({ tipoDte }: Envelope): Refusal {
  const field = isKnownType(tipoDte) ? 'identificacion.version' : 'identificacion.tipoDte';
  return refuseField('11', '007', field);
}

const WRONG_VERSION = 'Campo #/identificacion/version contiene un valor inválido';

/** The envelope repeats four fields of the document, and both belong to one environment. */
function disagreement(document: JsonRecord, envelope: Envelope, bench: Bench): Refusal | null {
  const identificacion = recordIn(document, 'identificacion');
  const pairs = [
    ['ambiente', textIn(identificacion, 'ambiente'), envelope.ambiente],
    ['version', integerIn(identificacion, 'version'), envelope.version],
    ['tipoDte', textIn(identificacion, 'tipoDte'), envelope.tipoDte],
    ['codigoGeneracion', textIn(identificacion, 'codigoGeneracion'), envelope.codigoGeneracion],
  ] as const;
  const wrong = pairs.find(([, inside, outside]) => inside !== outside);
  if (wrong?.[0] === 'version') return refuse('98', '096', [WRONG_VERSION]);
  if (wrong !== undefined) return refuseField('11', '027', `identificacion.${wrong[0]}`);
  if (envelope.ambiente === bench.issuer.ambiente) return null;
  return refuseField('11', '007', 'identificacion.ambiente');
}

function judgeContent(kind: DocumentKind, document: JsonRecord, bench: Bench): Judgement {
  const observations = structureObservations(kind, document);
  if (observations.length > 0) return refused(refuse('98', '096', observations));
  const facts = factsOf(kind, document);
  const refusal =
    repeated(facts, document, bench) ??
    firstRefusal(kind, document) ??
    wrongAdjustment(facts.adjusts ?? [], bench) ??
    wrongDate(document, kind.generation, bench);
  if (refusal !== null) return refused(refusal, facts);
  const covered = coverage(document, bench);
  if (covered.kind === 'refused') return refused(covered.refusal, facts);
  const remarks = [dateRemark(document, bench.nowMs), ...kind.remarks.map((remark) => remark(document))];
  const { evento } = covered;
  return { kind: 'accepted', facts, evento, remarks: remarks.filter((remark) => remark !== null) };
}

/** All that is wrong with the structure; the conditions are looked at once the fields are well-formed. */
export function structureObservations(kind: DocumentKind, document: unknown): readonly string[] {
  const faults = findFaults(kind.shape, document);
  const all = faults.length > 0 || !isRecord(document) ? faults : kind.conditions(document);
  return all.slice(0, MOST_OBSERVATIONS).map(observation);
}

function firstRefusal(kind: DocumentKind, document: JsonRecord): Refusal | null {
  for (const rule of kind.rules) {
    const refusal = rule(document);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Only stamped documents occupy a code or a number. */
function repeated(facts: DocumentFacts, document: JsonRecord, { issuer, ledger }: Bench): Refusal | null {
  const codigoGeneracion = textIn(recordIn(document, 'identificacion'), 'codigoGeneracion') ?? '';
  if (ledger.stampedAs(issuer.ambiente, codigoGeneracion) !== null) {
    return refuseField('11', '004', 'identificacion.codigoGeneracion');
  }
  const taken = ledger.numberIsTaken({ nit: issuer.nit, ambiente: issuer.ambiente, ...facts });
  return taken ? refuseField('11', '004', 'identificacion.numeroControl') : null;
}

function factsOf(kind: DocumentKind, document: JsonRecord): DocumentFacts {
  const identificacion = recordIn(document, 'identificacion');
  const montoTotal = kind.montoTotal(document);
  const net = netOfCcf(kind.tipoDte, document);
  const sales = salesOfCcf(kind.tipoDte, document);
  const adjusts = adjustmentsOf(kind.tipoDte, document);
  return {
    tipoDte: kind.tipoDte,
    version: kind.version,
    numeroControl: textIn(identificacion, 'numeroControl') ?? '',
    fecEmi: textIn(identificacion, 'fecEmi') ?? '',
    montoTotal: isAmount(montoTotal) ? montoTotal.source : '',
    ...(net !== null && { net }),
    ...(sales !== null && { sales }),
    ...(adjusts.length > 0 && { adjusts }),
  };
}
