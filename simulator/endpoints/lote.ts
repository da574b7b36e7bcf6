import { randomUUID } from 'node:crypto';
import { isRecord, readPlainJson, textIn } from '../exact/json.ts';
import { rejection } from '../reception/envelope.ts';
import { codeInside, type LoteEnvelope, readLote, startWork } from '../reception/lote.ts';
import { sha256 } from '../reception/receive.ts';
import type { Issuer } from '../state/issuers.ts';
import type { Verdict } from '../state/submission.ts';
import { type Refusal, refuse, refuseField } from '../verdict/refusal.ts';
import { type Answer, answer, type Call, forOwner, tokenOwner, type World } from './endpoint.ts';

/** POST /fesv/recepcionlote/: takes up to a hundred documents at once and judges them afterwards. */
export const lote = forOwner({
  name: 'lote',
  path: /^\/fesv\/recepcionlote\/?$/,
  arrived: (call, world) => {
    const reading = readLote(call.body);
    if (reading.kind === 'refused') return;
    const nit = tokenOwner(call, world)?.nit ?? null;
    for (const documento of reading.lote.documentos) {
      world.ledger.arrived({ codigoGeneracion: codeInside(documento), nit, sha256: sha256(documento) });
    }
  },
  handle: async (call, issuer, world) => {
    const reading = readLote(call.body);
    const refusal = reading.kind === 'refused' ? reading.refusal : strange(reading.lote, issuer);
    if (reading.kind === 'lote' && refusal === null) return accept(reading.lote, issuer, world);
    const verdict = rejection(refusal ?? refuse('99', '099'), world.now());
    return answer(400, loteBody(issuer.ambiente, idEnvioOf(call), { verdict, codigoLote: null }));
  },
  imitate: (verdict, call, ambiente) => {
    const codigoLote = verdict.selloRecibido === null ? null : randomUUID().toUpperCase();
    const body = loteBody(ambiente, idEnvioOf(call), { verdict, codigoLote });
    return answer(codigoLote === null ? 400 : 200, body);
  },
});

/** A lote belongs to the token's issuer and to its environment. */
function strange({ nitEmisor, ambiente }: LoteEnvelope, issuer: Issuer): Refusal | null {
  if (nitEmisor !== issuer.nit) return refuseField('12', '008', 'nitEmisor');
  return ambiente === issuer.ambiente ? null : refuseField('11', '007', 'ambiente');
}

/** The lote is on the disk before its code is given out. */
async function accept(envelope: LoteEnvelope, issuer: Issuer, world: World): Promise<Answer> {
  const { idEnvio, version, documentos } = envelope;
  const { nit, ambiente } = issuer;
  const nowMs = world.now();
  const codigoLote = randomUUID().toUpperCase();
  const receivedAt = new Date(nowMs).toISOString();
  const kept = { codigoLote, nit, ambiente, idEnvio, version, receivedAt, size: documentos.length };
  await world.lotes.keep(kept, documentos);
  startWork(kept, world);
  return answer(200, loteBody(ambiente, idEnvio, { verdict: rejection(RECEIVED, nowMs), codigoLote }));
}

const RECEIVED: Refusal = {
  ...refuse('10', '001'),
  descripcionMsg: 'LOTE RECIBIDO, VALIDADO Y PROCESADO',
};

interface LoteOutcome {
  readonly verdict: Verdict;
  /** Null for a lote that was refused as a whole. */
  readonly codigoLote: string | null;
}

/** The body of the manual (02/2023, pages 23 and 24), with the `estado` that its text speaks of. */
function loteBody(ambiente: string, idEnvio: string | null, { verdict, codigoLote }: LoteOutcome) {
  const estado = codigoLote === null ? 'RECHAZADO' : 'RECIBIDO';
  const { fhProcesamiento, codigoMsg, descripcionMsg, observaciones } = verdict;
  return {
    version: 2,
    ambiente,
    versionApp: 2,
    estado,
    idEnvio,
    fhProcesamiento,
    codigoLote,
    codigoMsg,
    descripcionMsg,
    ...(codigoLote === null && { observaciones }),
  };
}

function idEnvioOf(call: Call): string | null {
  const record = readPlainJson(call.body);
  return isRecord(record) ? textIn(record, 'idEnvio') : null;
}
