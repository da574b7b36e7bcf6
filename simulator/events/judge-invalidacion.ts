import { integerIn, isRecord, type JsonRecord, readExactJson, recordIn, textIn } from '../exact/json.ts';
import { isSignedBy, payloadText, splitJws } from '../signature/jws.ts';
import type { InvalidationFacts } from '../state/invalidations.ts';
import { NOT_OF_USER, type Refusal, refuse, refuseField } from '../verdict/refusal.ts';
import { type EventKind, OTHER_VERSION } from './event-kind.ts';
import { type InvalidationBench, invalidationRefusal } from './invalidacion-rules.ts';
import { invalidacionV2 } from './invalidacion-v2.ts';
import { invalidacionV3 } from './invalidacion-v3.ts';
import { eventFaults } from './judge-contingencia.ts';

const INVALIDATION_KINDS: readonly EventKind[] = [invalidacionV2, invalidacionV3];

/** What is posted around a signed invalidation. */
export interface InvalidationEnvelope {
  readonly ambiente: string;
  readonly version: number;
  readonly documento: string;
}

export interface InvalidationJudgement {
  readonly codigoGeneracion: string | null;
  /** Null where the event was refused before it was understood. */
  readonly facts: InvalidationFacts | null;
  /** Null where the document is invalid from now on. */
  readonly refusal: Refusal | null;
}

/** Judges a signed invalidation: issuer, signature, agreement with the envelope, structure, and then its rules. */
export function judgeInvalidacion(
  envelope: InvalidationEnvelope,
  bench: InvalidationBench,
): InvalidationJudgement {
  const jws = splitJws(envelope.documento);
  const text = jws === null ? null : payloadText(jws);
  const event = text === null ? undefined : readExactJson(text);
  const emisor = isRecord(event) ? textIn(recordIn(event, 'emisor'), 'nit') : null;
  const refused = (refusal: Refusal) => ({ codigoGeneracion: codeOf(event), facts: null, refusal });
  if (emisor !== null && emisor !== bench.issuer.nit)
    return refused({ ...refuse('12', '008'), descripcionMsg: NOT_OF_USER });
  if (jws === null || !isSignedBy(jws, bench.issuer.key)) return refused(refuse('20', '802'));
  if (!isRecord(event)) return refused(refuse('98', '098'));
  const strange = disagreement(event, envelope, bench);
  if (strange !== null) return refused(strange);
  const kind = INVALIDATION_KINDS.find(({ version }) => version === envelope.version);
  if (kind === undefined) return refused(refuseField('11', '007', 'identificacion.version'));
  if (!bench.versions.includes(kind.version)) return refused(refuse('98', '096', [OTHER_VERSION]));
  const faults = eventFaults(kind, event);
  if (faults.length > 0) return refused(refuse('98', '096', faults));
  const refusal = invalidationRefusal(event, bench);
  return { codigoGeneracion: codeOf(event), facts: factsOf(event), refusal };
}

function codeOf(event: unknown): string | null {
  return isRecord(event) ? textIn(recordIn(event, 'identificacion'), 'codigoGeneracion') : null;
}

function disagreement(
  event: JsonRecord,
  envelope: InvalidationEnvelope,
  { issuer }: InvalidationBench,
): Refusal | null {
  const identificacion = recordIn(event, 'identificacion');
  if (textIn(identificacion, 'ambiente') !== envelope.ambiente) {
    return refuseField('11', '027', 'identificacion.ambiente');
  }
  if (integerIn(identificacion, 'version') !== envelope.version) {
    return refuseField('11', '027', 'identificacion.version');
  }
  return envelope.ambiente === issuer.ambiente ? null : refuseField('11', '007', 'identificacion.ambiente');
}

function factsOf(event: JsonRecord): InvalidationFacts {
  const documento = recordIn(event, 'documento');
  return {
    documento: textIn(documento, 'codigoGeneracion') ?? '',
    tipoDte: textIn(documento, 'tipoDte') ?? '',
    codigoGeneracionR: textIn(documento, 'codigoGeneracionR'),
  };
}
