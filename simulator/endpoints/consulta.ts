import { isRecord, type JsonRecord, readPlainJson, textIn } from '../exact/json.ts';
import { missingFields, receptionBody, rejection } from '../reception/envelope.ts';
import type { Issuer } from '../state/issuers.ts';
import type { OtherWords } from '../state/other-words.ts';
import type { Verdict } from '../state/submission.ts';
import { refuse, refuseField } from '../verdict/refusal.ts';
import { type Answer, answer, type Call, forOwner, type World } from './endpoint.ts';
import { imitateReception, receptionStatus } from './reception-answer.ts';

/**
 * POST /fesv/recepcion/consultadte/: what became of a document. The manual prints no status for an unknown one;
 * implementers report 400 and 404, and the simulator answers 404 with the envelope of a rejection and code 014.
 */
export const consulta = forOwner({
  name: 'consulta',
  path: /^\/fesv\/recepcion\/consultadte\/?$/,
  codigoGeneracion,
  handle: async (call, issuer, world) => {
    const missing = missingFields(query(call), ['nitEmisor', 'tdte', 'codigoGeneracion'], []);
    if (missing.length === 0) return consult(query(call), issuer, world);
    const verdict = rejection(refuse('99', '097', missing), world.now());
    return answer(400, receptionBody(issuer.ambiente, null, verdict));
  },
  imitate: imitateReception(codigoGeneracion),
});

function codigoGeneracion(call: Call): string | null {
  return textIn(query(call), 'codigoGeneracion');
}

function query(call: Call): JsonRecord {
  const record = readPlainJson(call.body);
  return isRecord(record) ? record : {};
}

async function consult(asked: JsonRecord, issuer: Issuer, world: World): Promise<Answer> {
  const codigoGeneracion = textIn(asked, 'codigoGeneracion') ?? '';
  if (textIn(asked, 'nitEmisor') !== issuer.nit) {
    const verdict = rejection(refuseField('12', '008', 'nitEmisor'), world.now());
    return answer(400, receptionBody(issuer.ambiente, codigoGeneracion, verdict));
  }
  const words = world.otherWords.about(issuer.ambiente, codigoGeneracion);
  if (words !== null) return inOtherWords(words, { issuer, codigoGeneracion, nowMs: world.now() });
  const entry = world.ledger.stampedAs(issuer.ambiente, codigoGeneracion);
  await world.ledger.settled();
  if (entry?.nit === issuer.nit && entry.facts?.tipoDte === textIn(asked, 'tdte')) {
    return answer(200, receptionBody(issuer.ambiente, codigoGeneracion, entry.verdict));
  }
  const rejected = world.demands.now().rejected === 'repeated' ? rejectionOf(world, asked, issuer) : null;
  if (rejected !== null)
    return answer(receptionStatus(rejected), receptionBody(issuer.ambiente, codigoGeneracion, rejected));
  return unknown({ issuer, codigoGeneracion, nowMs: world.now() });
}

/** What was said last of a document that has no stamp; null where nothing of it came. */
function rejectionOf({ ledger }: World, asked: JsonRecord, { nit, ambiente }: Issuer): Verdict | null {
  const codigoGeneracion = textIn(asked, 'codigoGeneracion');
  const entry = ledger
    .entries()
    .findLast(
      (one) => one.codigoGeneracion === codigoGeneracion && one.nit === nit && one.ambiente === ambiente,
    );
  return entry?.facts?.tipoDte === textIn(asked, 'tdte') ? entry.verdict : null;
}

interface Asked {
  readonly issuer: Issuer;
  readonly codigoGeneracion: string;
  readonly nowMs: number;
}

function unknown({ issuer, codigoGeneracion, nowMs }: Asked): Answer {
  const verdict = rejection(refuseField('11', '014', 'codigoGeneracion'), nowMs);
  return answer(404, receptionBody(issuer.ambiente, codigoGeneracion, verdict));
}

const REFUSALS = {
  registered: refuseField('11', '004', 'identificacion.codigoGeneracion'),
  invalidated: refuseField('11', '015', 'codigoGeneracion'),
} as const;

function inOtherWords(words: OtherWords, asked: Asked): Answer {
  const { issuer, codigoGeneracion, nowMs } = asked;
  if (words.kind === 'absent') return unknown(asked);
  const verdict =
    words.kind === 'stamped'
      ? { ...rejection(refuse('10', '001'), nowMs), selloRecibido: words.selloRecibido }
      : rejection(REFUSALS[words.kind], nowMs);
  return answer(receptionStatus(verdict), receptionBody(issuer.ambiente, codigoGeneracion, verdict));
}
