import { randomUUID } from 'node:crypto';
import { receptionBody, rejection } from '../reception/envelope.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Judgement } from '../state/lotes.ts';
import { refuseField } from '../verdict/refusal.ts';
import { type Answer, answer, type Call, forOwner, type World } from './endpoint.ts';

const PATH = /^\/fesv\/recepcion\/consultadtelote\/([^/]+)\/?$/;

/**
 * GET /fesv/recepcion/consultadtelote/{codigoLote}: the verdicts on a lote, as many as there are. For a lote that is
 * unknown, or somebody else's, the manual prints no answer; it is the one for an unknown document.
 */
export const consultaLote = forOwner({
  name: 'consultalote',
  method: 'GET',
  path: PATH,
  handle: consult,
  imitate: (verdict, _call, ambiente) => {
    if (verdict.selloRecibido === null) return answer(400, receptionBody(ambiente, null, verdict));
    const body = receptionBody(ambiente, randomUUID().toUpperCase(), verdict);
    return answer(200, { procesados: [body], rechazados: [] });
  },
});

async function consult(call: Call, issuer: Issuer, world: World): Promise<Answer> {
  const { nit, ambiente } = issuer;
  const [, codigoLote = ''] = PATH.exec(call.path) ?? [];
  const lote = world.lotes.find(codigoLote);
  await world.ledger.settled();
  if (lote?.nit !== nit || lote.ambiente !== ambiente) {
    const verdict = rejection(refuseField('11', '014', 'codigoLote'), world.now());
    return answer(404, receptionBody(ambiente, null, verdict));
  }
  const bodies = (type: Judgement['type']) =>
    lote.judged
      .filter((each) => each.type === type)
      .map(({ codigoGeneracion, verdict }) => receptionBody(ambiente, codigoGeneracion || null, verdict));
  return answer(200, { procesados: bodies('stamped'), rechazados: bodies('rejected') });
}
