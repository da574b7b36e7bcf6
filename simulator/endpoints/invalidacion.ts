import { invalidatedDocument, namedDocument } from '../events/invalidation-facts.ts';
import { type InvalidationEnvelope, judgeInvalidacion } from '../events/judge-invalidacion.ts';
import { integerIn, isRecord, readPlainJson, textIn } from '../exact/json.ts';
import { processingTime } from '../local-time.ts';
import { missingFields, rejection } from '../reception/envelope.ts';
import { codeInside } from '../reception/lote.ts';
import { sha256 } from '../reception/receive.ts';
import { VERSIONS_TAKEN } from '../state/demands.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Verdict } from '../state/submission.ts';
import { type Refusal, refuse } from '../verdict/refusal.ts';
import { type Answer, answer, type Call, forOwner, type World } from './endpoint.ts';

/** POST /fesv/anulardte: takes a stamped document back. */
export const invalidacion = forOwner({
  name: 'invalidacion',
  path: /^\/fesv\/anulardte\/?$/,
  codigoGeneracion,
  handle: async (call, issuer, world) => {
    const reading = readEnvelope(call.body);
    if (reading.kind === 'envelope') return receive(reading.envelope, issuer, world);
    return bodyAnswer(issuer.ambiente, null, rejection(reading.refusal, world.now()));
  },
  imitate: (verdict, call, ambiente) => bodyAnswer(ambiente, codigoGeneracion(call), verdict),
});

function codigoGeneracion(call: Call): string | null {
  const body = readPlainJson(call.body);
  return (isRecord(body) ? codeInside(textIn(body, 'documento') ?? '') : '') || null;
}

type EnvelopeReading =
  | { readonly kind: 'envelope'; readonly envelope: InvalidationEnvelope }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

function readEnvelope(body: string): EnvelopeReading {
  const record = readPlainJson(body);
  if (!isRecord(record)) return { kind: 'refused', refusal: refuse('98', '098') };
  const ambiente = textIn(record, 'ambiente');
  const documento = textIn(record, 'documento');
  const version = integerIn(record, 'version');
  const missing = missingFields(record, ['ambiente', 'documento'], ['idEnvio', 'version']);
  if (missing.length === 0 && ambiente !== null && documento !== null && version !== null) {
    return { kind: 'envelope', envelope: { ambiente, documento, version } };
  }
  return { kind: 'refused', refusal: refuse('99', '097', missing) };
}

/** The document is read first; from the judgement to the entry nothing waits, so that it is invalidated once. */
async function receive(envelope: InvalidationEnvelope, issuer: Issuer, world: World): Promise<Answer> {
  const { ledger, invalidations } = world;
  const { nit, ambiente } = issuer;
  const entry = ledger.stampedAs(ambiente, namedDocument(envelope.documento));
  await ledger.settled();
  const jws = entry?.nit === nit ? await ledger.jwsOf(entry) : null;
  const target = entry === null || jws === null ? null : invalidatedDocument(entry, jws);
  const nowMs = world.now();
  const { events, anonymous } = world.demands.now();
  const versions = VERSIONS_TAKEN[events].invalidacion;
  const bench = { issuer, ledger, invalidations, target, nowMs, versions, anonymous };
  const { codigoGeneracion: code, facts, refusal } = judgeInvalidacion(envelope, bench);
  const verdict = refusal === null ? sealedVerdict(world, nowMs) : rejection(refusal, nowMs);
  await invalidations.keep({
    type: 'invalidacion',
    state: refusal === null ? 'sealed' : 'rejected',
    nit,
    ambiente,
    codigoGeneracion: code,
    sha256: sha256(envelope.documento),
    judgedAt: new Date(nowMs).toISOString(),
    verdict,
    facts,
    jws: envelope.documento,
  });
  return bodyAnswer(ambiente, code, verdict);
}

function sealedVerdict({ ledger, invalidations }: World, nowMs: number): Verdict {
  const fhProcesamiento = processingTime(nowMs);
  const series = { name: 'invalidacion', given: invalidations.sealedCount() };
  return {
    selloRecibido: ledger.newSello(fhProcesamiento.slice(6, 10), series),
    fhProcesamiento,
    clasificaMsg: '10',
    codigoMsg: '001',
    descripcionMsg: 'Invalidación Recibida y Procesada',
    observaciones: [],
  };
}

/** The body of the manual (02/2023, pages 31 and 32): that of reception without `clasificaMsg`. */
function bodyAnswer(ambiente: string, code: string | null, verdict: Verdict): Answer {
  const { selloRecibido, fhProcesamiento, codigoMsg, descripcionMsg, observaciones } = verdict;
  const estado = selloRecibido === null ? 'RECHAZADO' : 'PROCESADO';
  return answer(selloRecibido === null ? 400 : 200, {
    version: 2,
    ambiente,
    versionApp: 1,
    estado,
    codigoGeneracion: code,
    selloRecibido,
    fhProcesamiento,
    codigoMsg,
    descripcionMsg,
    observaciones,
  });
}
