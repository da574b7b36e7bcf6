import type { CodigoGeneracion } from '../core/identifiers/official.ts';
import { isJsonObject, type JsonObject } from '../core/json/read-json.ts';
import type { Reception } from '../operations/authority/ports.ts';
import type { LoteAnswer, ReportAnswer } from '../operations/contingencies/ports.ts';
import {
  archiveAnswer,
  isUndecided,
  objectIn,
  observacionesIn,
  readEstado,
  readReception,
  readText,
  selloIn,
  type WireAnswer,
} from './answer.ts';

/** What a person reads when an event was rejected without a word. */
const UNEXPLAINED = 'Hacienda rechazó el evento sin indicar el motivo.';

/** The event's own code, as an observation of the authority names it: 004 on `identificacion.codigoGeneracion`. */
const REGISTERED = /identificacion\.codigoGeneracion\]?\s+YA EXISTE/i;

/** Any other code that exists is that of a document: "código generación ya existe" names none. */
const EXISTS = /YA EXISTE/i;

function knownIn(observaciones: readonly string[]): 'event' | 'document' | null {
  if (observaciones.some((one) => REGISTERED.test(one))) return 'event';
  return observaciones.some((one) => EXISTS.test(one)) ? 'document' : null;
}

/** Reads the answer of /fesv/contingencia (Manual Técnico V1.0, page 30), which names no generation code. */
export function readReport(answer: WireAnswer): ReportAnswer {
  const raw = archiveAnswer(answer);
  const silent = (reason: string): ReportAnswer => ({ kind: 'silent', reason, raw });
  const body = objectIn(answer, [200, 400]);
  if (typeof body === 'string') return silent(body);
  const { status } = answer;
  const [estado, selloRecibido] = [readEstado(body), selloIn(body)];
  if (estado === 'RECIBIDO' && status === 200)
    return selloRecibido === null
      ? silent('RECIBIDO without a well-formed seal')
      : { kind: 'sealed', selloRecibido, raw };
  if (estado !== 'RECHAZADO' || selloRecibido !== null) return silent(`HTTP ${status} without a verdict`);
  const listed = observacionesIn(body);
  const observaciones = listed.length > 0 ? listed : [readText(body['mensaje']) || UNEXPLAINED];
  const known = knownIn(observaciones);
  if (known === null && isUndecided(body)) return silent(`HTTP ${status} without a verdict`);
  return { kind: 'rejected', known, observaciones, raw };
}

/** Reads the answer of /fesv/recepcionlote/: a code for the lote, or that it was refused as a whole. */
export function readLoteReception(answer: WireAnswer): LoteAnswer {
  const silent = (reason: string): LoteAnswer => ({ kind: 'silent', reason });
  const body = objectIn(answer, [200, 400]);
  if (typeof body === 'string') return silent(body);
  const codigoLote = readText(body['codigoLote']);
  const refused = readEstado(body) === 'RECHAZADO';
  if (refused && !codigoLote) return { kind: 'refused', reason: whyRefused(body) };
  return answer.status === 200 && codigoLote && !refused
    ? { kind: 'received', codigoLote }
    : silent('no code for the lote');
}

function whyRefused(body: JsonObject): string {
  return [readText(body['codigoMsg']), readText(body['descripcionMsg']), ...observacionesIn(body)]
    .filter((text) => text)
    .join(' ');
}

/** Reads /fesv/recepcion/consultadtelote: each entry is judged as the answer to a document sent alone. */
export function readLoteResults(
  answer: WireAnswer,
  codigos: readonly CodigoGeneracion[],
): ReadonlyMap<string, Reception> | null {
  const body = objectIn(answer, [200]);
  if (typeof body === 'string') return null;
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
