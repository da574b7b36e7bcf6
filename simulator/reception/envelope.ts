import { integerIn, isRecord, type JsonRecord, readPlainJson, textIn } from '../exact/json.ts';
import { processingTime } from '../local-time.ts';
import type { Verdict } from '../state/submission.ts';
import { type Refusal, refuse } from '../verdict/refusal.ts';

/** What is posted to reception around the signed document. */
export interface Envelope {
  readonly ambiente: string;
  readonly version: number;
  readonly tipoDte: string;
  readonly codigoGeneracion: string;
  /** The signed document, a compact JWS. */
  readonly documento: string;
}

export type EnvelopeReading =
  | { readonly kind: 'envelope'; readonly envelope: Envelope }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const TEXTS = ['ambiente', 'tipoDte', 'documento', 'codigoGeneracion'];
const INTEGERS = ['idEnvio', 'version'];

/** Which of these texts and integers a body lacks. */
export function missingFields(
  record: JsonRecord,
  texts: readonly string[],
  integers: readonly string[],
): readonly string[] {
  return [
    ...texts.filter((key) => !textIn(record, key)),
    ...integers.filter((key) => !Number.isInteger(integerIn(record, key))),
  ];
}

/** Reads the body of a reception call: 098 where it is not JSON, 097 naming each field that is missing. */
export function readEnvelope(body: string): EnvelopeReading {
  const record = readPlainJson(body);
  if (!isRecord(record)) return { kind: 'refused', refusal: refuse('98', '098') };
  const missing = missingFields(record, TEXTS, INTEGERS);
  if (missing.length > 0) return { kind: 'refused', refusal: refuse('99', '097', missing) };
  return { kind: 'envelope', envelope: envelopeOf(record) };
}

function envelopeOf(record: JsonRecord): Envelope {
  return {
    ambiente: textIn(record, 'ambiente') ?? '',
    version: integerIn(record, 'version') ?? 0,
    tipoDte: textIn(record, 'tipoDte') ?? '',
    codigoGeneracion: textIn(record, 'codigoGeneracion') ?? '',
    documento: textIn(record, 'documento') ?? '',
  };
}

/**
 * The body with which reception and consultation answer (Manual Tecnico, 02/2023, pages 22 to 27); without a seal it is
 * a rejection.
 */
export function receptionBody(ambiente: string, codigoGeneracion: string | null, verdict: Verdict) {
  const estado = verdict.selloRecibido === null ? 'RECHAZADO' : 'PROCESADO';
  const { selloRecibido, fhProcesamiento, clasificaMsg, codigoMsg, descripcionMsg, observaciones } = verdict;
  return {
    version: 2,
    ambiente,
    versionApp: 2,
    estado,
    codigoGeneracion,
    selloRecibido,
    fhProcesamiento,
    clasificaMsg,
    codigoMsg,
    descripcionMsg,
    observaciones,
  };
}

export function rejection(refusal: Refusal, nowMs: number): Verdict {
  return { selloRecibido: null, fhProcesamiento: processingTime(nowMs), ...refusal };
}
