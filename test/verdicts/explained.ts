import { isTipoDte, type TipoDte } from '../../src/core/dte/kinds.ts';
import { type Explanation, explain } from '../../src/core/explaining/explain.ts';
import type { CodigoGeneracion } from '../../src/core/identifiers/official.ts';
import { readReception, type WireAnswer } from '../../src/hacienda/answer.ts';
import { readLoteResults } from '../../src/hacienda/contingency-answer.ts';
import { readInvalidation } from '../../src/hacienda/invalidation-answer.ts';
import type { Reception } from '../../src/operations/authority/ports.ts';
import type { InvalidationAnswer } from '../../src/operations/invalidations/ports.ts';
import { codeOf } from '../support/identifiers.ts';
import type { Verdict } from './book.ts';

/** The type of the document that a case is about; a factura where it does not say. */
export function tipoDteOf({ document = '01-v2' }: Pick<Verdict, 'document'>): TipoDte {
  const [code = ''] = document.split('-');
  return isTipoDte(code) ? code : '01';
}

/** What a rejection comes with where its source prints no status. */
const UNPRINTED_STATUS = 400;

/** The answer as it comes off the wire. */
export function wireAnswerOf({ answer: { status, body } }: Verdict): WireAnswer {
  const bytes = Buffer.from(body === null ? '' : JSON.stringify(body));
  return { status: status ?? UNPRINTED_STATUS, body: bytes };
}

/** The codes that were asked about or sent: those that the answer names, unless the case says another. */
export function codesIn({ sent, answer }: Verdict): readonly CodigoGeneracion[] {
  const { procesados = [], rechazados = [], ...body } = Object(answer.body);
  const named = [body, ...procesados, ...rechazados].map(({ codigoGeneracion }) => codigoGeneracion);
  const codes = sent === undefined ? named.filter((code) => typeof code === 'string') : [sent];
  return [...codes.map(codeOf), codeOf('sent')];
}

/** What the integrator reads of each rejection that the product finds in an answer. */
export function explanationsOf(verdict: Verdict): readonly Explanation[] {
  const subject = verdict.service === 'invalidacion' ? 'invalidation' : tipoDteOf(verdict);
  return readingsOf(verdict).flatMap((reading) => {
    if (!('rejection' in reading)) return [];
    const { codigoMsg, descripcionMsg: message, observaciones } = reading.rejection;
    return explain({ codigoMsg, message, observaciones, subject, document: null });
  });
}

function readingsOf(verdict: Verdict): readonly (Reception | InvalidationAnswer)[] {
  const answer = wireAnswerOf(verdict);
  const codes = codesIn(verdict);
  const [code = codeOf('sent')] = codes;
  switch (verdict.service) {
    case 'recepcion':
      return [readReception(answer, code)];
    case 'consultalote':
      return [...(readLoteResults(answer, codes)?.values() ?? [])];
    case 'invalidacion':
      return [readInvalidation(answer, { event: code, document: codeOf('document') })];
    default:
      return [];
  }
}

/** The texts of `observaciones`, which the authority fills up with empty ones. */
export function textsOf(observaciones: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(observaciones) ? observaciones : [];
  return list.map(String).filter((text) => text !== '');
}
