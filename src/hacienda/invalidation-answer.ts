import type { CodigoGeneracion } from '../core/identifiers/official.ts';
import type { Reception, Rejection } from '../operations/authority/ports.ts';
import type { InvalidationAnswer } from '../operations/invalidations/ports.ts';
import { readReception, type WireAnswer } from './answer.ts';

/** What an answer may name as its `codigoGeneracion`: the manual's example does not tell which of the two it is. */
export interface InvalidationCodes {
  /** The event's own. */
  readonly event: CodigoGeneracion;
  /** That of the document that it invalidates. */
  readonly document: CodigoGeneracion;
}

/**
 * Reads the answer of /fesv/anulardte (Manual Técnico V1.0, pages 31 and 32), which has the shape of a reception's
 * without `clasificaMsg`.
 */
export function readInvalidation(answer: WireAnswer, codes: InvalidationCodes): InvalidationAnswer {
  const reception = readReception(answer, codes.event);
  return toAnswer(reception.kind === 'silent' ? readReception(answer, codes.document) : reception);
}

function toAnswer(reception: Reception): InvalidationAnswer {
  switch (reception.kind) {
    case 'stamped':
      return { ...reception, kind: 'sealed' };
    case 'rejected': {
      const { rejection, raw } = reception;
      return { kind: 'rejected', already: isInvalidated(rejection) ? 'invalidated' : null, rejection, raw };
    }
    case 'already_registered': {
      const { rejection, raw, field } = reception;
      return {
        kind: 'rejected',
        already: field === 'codigoGeneracion' ? 'registered' : null,
        rejection,
        raw,
      };
    }
    default:
      return reception;
  }
}

/** 015 speaks of the document itself, unless it names the one that takes its place. */
function isInvalidated({ codigoMsg, descripcionMsg, observaciones }: Rejection): boolean {
  return codigoMsg === '015' && !/\bcodigoGeneracionR\b/i.test([descripcionMsg, ...observaciones].join('\n'));
}
