import { type CodigoGeneracion, isSelloRecibido } from '../core/identifiers/official.ts';
import { isJsonObject, type JsonObject, parseJsonObject } from '../core/json/read-json.ts';
import type { Reception } from '../operations/authority/ports.ts';
import type { LoteAnswer, ReportAnswer } from '../operations/contingencies/ports.ts';
import { archiveAnswer, readReception, readText, type WireAnswer } from './answer.ts';

/** What a person reads when an event was rejected without a word. */
const UNEXPLAINED = 'Hacienda rechazó el evento sin indicar el motivo.';

/** The event's own code, as an observation of the authority names it: 004 on `identificacion.codigoGeneracion`. */
const REGISTERED = /identificacion\.codigoGeneracion\]?\s+YA EXISTE/i;

/** Reads the answer of /fesv/contingencia (Manual Técnico V1.0, page 30), which names no generation code. */
export function readReport(answer: WireAnswer): ReportAnswer {
  const raw = archiveAnswer(answer.status, answer.body);
  const silent = (reason: string): ReportAnswer => ({ kind: 'silent', reason, raw });
  const { status } = answer;
  if (status !== 200 && status !== 400) return silent(`HTTP ${status}`);
  const body = parseJsonObject(answer.body);
  if (body === null) return silent(`HTTP ${status} without a JSON object`);
  const estado = readText(body['estado'])?.toUpperCase();
  const { selloRecibido } = body;
  const sello = typeof selloRecibido === 'string' && isSelloRecibido(selloRecibido) ? selloRecibido : null;
  if (estado === 'RECIBIDO' && status === 200)
    return sello === null
      ? silent('RECIBIDO without a well-formed seal')
      : { kind: 'sealed', selloRecibido: sello, raw };
  if (estado !== 'RECHAZADO' || sello !== null) return silent(`HTTP ${status} without a verdict`);
  const observaciones = reasonsOf(body);
  return {
    kind: 'rejected',
    registered: observaciones.some((one) => REGISTERED.test(one)),
    observaciones,
    raw,
  };
}

function reasonsOf(body: JsonObject): readonly string[] {
  const listed = textsOf(body['observaciones']);
  if (listed.length > 0) return listed;
  return [readText(body['mensaje']) || UNEXPLAINED];
}

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(readText).filter((text): text is string => text !== null && text !== '');
}

/** Reads the answer of /fesv/recepcionlote/: a code for the lote, or that it was refused as a whole. */
export function readLoteReception({ status, body: bytes }: WireAnswer): LoteAnswer {
  const silent = (reason: string): LoteAnswer => ({ kind: 'silent', reason });
  if (status !== 200 && status !== 400) return silent(`HTTP ${status}`);
  const body = parseJsonObject(bytes);
  if (body === null) return silent(`HTTP ${status} without a JSON object`);
  const codigoLote = readText(body['codigoLote']);
  const refused = readText(body['estado'])?.toUpperCase() === 'RECHAZADO';
  if (refused && !codigoLote) return { kind: 'refused', reason: whyRefused(body) };
  return status === 200 && codigoLote && !refused
    ? { kind: 'received', codigoLote }
    : silent('no code for the lote');
}

function whyRefused(body: JsonObject): string {
  return [readText(body['codigoMsg']), readText(body['descripcionMsg']), ...textsOf(body['observaciones'])]
    .filter((text) => text)
    .join(' ');
}

/** Reads /fesv/recepcion/consultadtelote: each entry is judged as the answer to a document sent alone. */
export function readLoteResults(
  { status, body: bytes }: WireAnswer,
  codigos: readonly CodigoGeneracion[],
): ReadonlyMap<string, Reception> | null {
  const body = status === 200 ? parseJsonObject(bytes) : null;
  if (body === null) return null;
  const entries = [...entriesOf(body['procesados'], 200), ...entriesOf(body['rechazados'], 400)];
  const wanted = new Map(codigos.map((code) => [code.toUpperCase(), code]));
  const results = new Map<string, Reception>();
  for (const { entry, as } of entries) {
    const code = wanted.get(readText(entry['codigoGeneracion'])?.toUpperCase() ?? '');
    if (code === undefined) continue;
    results.set(code, readReception({ status: as, body: Buffer.from(JSON.stringify(entry), 'utf8') }, code));
  }
  return results;
}

function entriesOf(value: unknown, as: 200 | 400) {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter(isJsonObject).map((entry) => ({ entry, as }));
}
