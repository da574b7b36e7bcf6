import { judgeContingencia } from '../events/judge-contingencia.ts';
import { isRecord, type JsonRecord, readPlainJson, textIn } from '../exact/json.ts';
import { processingTime } from '../local-time.ts';
import { codeInside } from '../reception/lote.ts';
import { sha256 } from '../reception/receive.ts';
import { VERSIONS_TAKEN } from '../state/demands.ts';
import type { Issuer } from '../state/issuers.ts';
import { TEXT_BY_CODE } from '../verdict/refusal.ts';
import { type Answer, answer, type Call, forOwner, type World } from './endpoint.ts';

/** POST /fesv/contingencia: the report of a contingency, with the documents that were issued in it. */
export const contingencia = forOwner({
  name: 'contingencia',
  path: /^\/fesv\/contingencia\/?$/,
  codigoGeneracion: (call) => codeInside(textIn(bodyOf(call), 'documento') ?? '') || null,
  handle: async (call, issuer, world) => {
    const problem = envelopeProblem(call, issuer);
    if (problem !== null) return eventAnswer([problem], null, world.now());
    return receive(textIn(bodyOf(call), 'documento') ?? '', issuer, world);
  },
  imitate: ({ selloRecibido, descripcionMsg, observaciones, fhProcesamiento }) => {
    const problems = selloRecibido === null ? [descripcionMsg, ...observaciones] : observaciones;
    return bodyAnswer(problems, selloRecibido, fhProcesamiento);
  },
});

function bodyOf(call: Call): JsonRecord {
  const body = readPlainJson(call.body);
  return isRecord(body) ? body : {};
}

function envelopeProblem(call: Call, issuer: Issuer): string | null {
  if (!isRecord(readPlainJson(call.body))) return TEXT_BY_CODE['098'];
  const missing = ['nit', 'documento'].find((key) => !textIn(bodyOf(call), key));
  if (missing !== undefined) return `[${missing}] ${TEXT_BY_CODE['005']}`;
  return textIn(bodyOf(call), 'nit') === issuer.nit ? null : `[nit] ${TEXT_BY_CODE['008']}`;
}

/** From the judgement to the entry nothing waits, so that no document gets into two events. */
async function receive(documento: string, issuer: Issuer, world: World): Promise<Answer> {
  const { contingencies, dates, demands, ledger } = world;
  const nowMs = world.now();
  const { codigoGeneracion, facts, observaciones } = judgeContingencia(documento, {
    issuer,
    contingencies,
    ledger,
    nowMs,
    dates,
    versions: VERSIONS_TAKEN[demands.now().events].contingencia,
  });
  const sealed = observaciones.length === 0;
  const series = { name: 'contingencia', given: contingencies.sealedCount() };
  const year = processingTime(nowMs).slice(6, 10);
  const selloRecibido = sealed ? ledger.newSello(year, series) : null;
  await contingencies.keep({
    type: 'contingencia',
    state: sealed ? 'sealed' : 'rejected',
    nit: issuer.nit,
    ambiente: issuer.ambiente,
    codigoGeneracion,
    sha256: sha256(documento),
    judgedAt: new Date(nowMs).toISOString(),
    selloRecibido,
    observaciones,
    facts,
    jws: documento,
  });
  return eventAnswer(observaciones, selloRecibido, nowMs);
}

function eventAnswer(problems: readonly string[], selloRecibido: string | null, nowMs: number): Answer {
  return bodyAnswer(problems, selloRecibido, processingTime(nowMs));
}

/** The body of the manual (02/2023, page 30). It prints no status for a rejection; the simulator takes 400. */
function bodyAnswer(observaciones: readonly string[], selloRecibido: string | null, at: string): Answer {
  const sealed = selloRecibido !== null;
  return answer(sealed ? 200 : 400, {
    estado: sealed ? 'RECIBIDO' : 'RECHAZADO',
    fechaHora: at,
    mensaje: sealed ? 'Documento recibido' : 'Validaciones no superadas',
    selloRecibido,
    observaciones,
  });
}
