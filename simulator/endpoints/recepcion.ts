import { createHash } from 'node:crypto';
import { processingTime } from '../local-time.ts';
import { type Envelope, readEnvelope, receptionBody, rejection } from '../reception/envelope.ts';
import { type Judgement, judge } from '../reception/judge.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Judged, Verdict } from '../state/submission.ts';
import { TEXT_BY_CODE } from '../verdict/refusal.ts';
import {
  type Answer,
  answer,
  type Call,
  type Endpoint,
  tokenOwner,
  unauthorized,
  type World,
} from './endpoint.ts';

/** POST /fesv/recepciondte: judges one document and stamps it, or says why not. */
export const recepcion: Endpoint = {
  name: 'recepcion',
  method: 'POST',
  path: /^\/fesv\/recepciondte\/?$/,
  issuer: tokenOwner,
  codigoGeneracion: (call) => envelopeOf(call)?.codigoGeneracion ?? null,
  arrived: (call, world) => {
    const envelope = envelopeOf(call);
    if (envelope === null) return;
    const { codigoGeneracion, documento } = envelope;
    const nit = tokenOwner(call, world)?.nit ?? null;
    world.ledger.arrived({ codigoGeneracion, nit, sha256: sha256(documento) });
  },
  handle: async (call, world) => {
    const issuer = tokenOwner(call, world);
    if (issuer === null) return unauthorized(call.headers.authorization);
    const reading = readEnvelope(call.body);
    if (reading.kind === 'envelope') return receive(reading.envelope, issuer, world);
    return answer(400, receptionBody(issuer.ambiente, null, rejection(reading.refusal, world.now())));
  },
};

function envelopeOf(call: Call): Envelope | null {
  const reading = readEnvelope(call.body);
  return reading.kind === 'envelope' ? reading.envelope : null;
}

function sha256(jws: string): string {
  return createHash('sha256').update(jws).digest('hex');
}

/** From the judgement to the entry in the ledger nothing waits, so that two equal documents cannot both pass. */
async function receive(envelope: Envelope, issuer: Issuer, world: World): Promise<Answer> {
  const nowMs = world.now();
  const judgement = judge(envelope, { issuer, ledger: world.ledger, nowMs, dates: world.dates });
  const verdict = verdictOn(judgement, world, nowMs);
  await world.ledger.keep(entryOf(envelope, issuer, { judgement, verdict, nowMs }));
  const echo = verdict.codigoMsg === '802' ? null : envelope.codigoGeneracion;
  return answer(verdict.selloRecibido === null ? 400 : 200, receptionBody(envelope.ambiente, echo, verdict));
}

function verdictOn(judgement: Judgement, world: World, nowMs: number): Verdict {
  if (judgement.kind === 'refused') return rejection(judgement.refusal, nowMs);
  const codigoMsg = judgement.remarks.length > 0 ? '002' : '001';
  const fhProcesamiento = processingTime(nowMs);
  return {
    selloRecibido: world.ledger.newSello(fhProcesamiento.slice(6, 10)),
    fhProcesamiento,
    clasificaMsg: '10',
    codigoMsg,
    descripcionMsg: TEXT_BY_CODE[codigoMsg],
    observaciones: judgement.remarks,
  };
}

interface Outcome {
  readonly judgement: Judgement;
  readonly verdict: Verdict;
  readonly nowMs: number;
}

function entryOf(envelope: Envelope, issuer: Issuer, { judgement, verdict, nowMs }: Outcome): Judged {
  return {
    type: verdict.selloRecibido === null ? 'rejected' : 'stamped',
    nit: issuer.nit,
    ambiente: issuer.ambiente,
    codigoGeneracion: envelope.codigoGeneracion,
    sha256: sha256(envelope.documento),
    facts: judgement.facts,
    verdict,
    judgedAt: new Date(nowMs).toISOString(),
    jws: envelope.documento,
  };
}
