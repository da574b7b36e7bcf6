import { type Envelope, readEnvelope, receptionBody, rejection } from '../reception/envelope.ts';
import { receive, sha256 } from '../reception/receive.ts';
import type { Issuer } from '../state/issuers.ts';
import { type Answer, answer, type Call, forOwner, tokenOwner, type World } from './endpoint.ts';
import { imitateReception, receptionStatus } from './reception-answer.ts';

/** POST /fesv/recepciondte: judges one document and stamps it, or says why not. */
export const recepcion = forOwner({
  name: 'recepcion',
  path: /^\/fesv\/recepciondte\/?$/,
  codigoGeneracion,
  arrived: (call, world) => {
    const envelope = envelopeOf(call);
    if (envelope === null) return;
    const { codigoGeneracion, documento } = envelope;
    const nit = tokenOwner(call, world)?.nit ?? null;
    world.ledger.arrived({ codigoGeneracion, nit, sha256: sha256(documento) });
  },
  handle: async (call, issuer, world) => {
    const reading = readEnvelope(call.body);
    if (reading.kind === 'envelope') return answerTo(reading.envelope, issuer, world);
    return answer(400, receptionBody(issuer.ambiente, null, rejection(reading.refusal, world.now())));
  },
  imitate: imitateReception(codigoGeneracion),
});

function codigoGeneracion(call: Call): string | null {
  return envelopeOf(call)?.codigoGeneracion ?? null;
}

function envelopeOf(call: Call): Envelope | null {
  const reading = readEnvelope(call.body);
  return reading.kind === 'envelope' ? reading.envelope : null;
}

async function answerTo(envelope: Envelope, issuer: Issuer, world: World): Promise<Answer> {
  const verdict = await receive(envelope, { issuer, lote: null }, world);
  const echo = verdict.codigoMsg === '802' ? null : envelope.codigoGeneracion;
  return answer(receptionStatus(verdict), receptionBody(envelope.ambiente, echo, verdict));
}
