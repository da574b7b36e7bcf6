import { namesDatum, type SaidRejection } from '../core/explaining/statement.ts';
import {
  type CodigoGeneracion,
  isSelloRecibido,
  parseCodigoGeneracion,
  type SelloRecibido,
} from '../core/identifiers/official.ts';
import { type JsonObject, parseJsonObject } from '../core/json/read-json.ts';
import type {
  Consultation,
  RawAnswer,
  Reception,
  Rejection,
  Silent,
  Stamp,
  Words,
} from '../operations/authority/ports.ts';

/** A complete answer as it came off the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** How much of an answer is kept for the archive. */
const RAW_LIMIT_BYTES = 65_536;

/**
 * Codes that say nothing about the document, not even beside its own code: 001 and 002 contradict a rejection, 022 and
 * 099 are the authority's own outages (Manual Tecnico V1.0, page 25). All others are verdicts, whatever their number,
 * where the document is named by its code or by one of its data.
 */
const WITHOUT_VERDICT = /^(001|002|022|099)$/;

/** Something that the document names is registered already. */
const REGISTERED = '004';
/** DOCUMENTO SE ENCUENTRA ANULADO (Manual Técnico V1.0, page 25). */
const INVALIDATED = '015';

/** Codes of the authority's authentication (100 to 111, and what may follow), where nothing names the document. */
const OF_ACCESS = /^1\d\d$/;

/** Codes that speak of the query's own JSON, where nothing names the document. */
const MALFORMED_QUERY = /^(096|097|098)$/;

/** At most 64 KiB of an answer as text that a column can hold, cut between characters. */
export function archiveAnswer({ status, body }: WireAnswer): RawAnswer {
  const text = new TextDecoder().decode(body.subarray(0, RAW_LIMIT_BYTES)).replaceAll('\0', '\uFFFD');
  const kept = new Uint8Array(RAW_LIMIT_BYTES);
  const { written } = new TextEncoder().encodeInto(text, kept);
  return { status, body: new TextDecoder().decode(kept.subarray(0, written)) };
}

/** The object that an answer with one of these statuses holds, or why it says nothing. */
export function objectIn({ status, body }: WireAnswer, statuses: readonly number[]): JsonObject | string {
  if (!statuses.includes(status)) return `HTTP ${status}`;
  return parseJsonObject(body) ?? `HTTP ${status} without a JSON object`;
}

/** Reads the answer of /fesv/recepciondte to the document with this `codigoGeneracion`. */
export function readReception(answer: WireAnswer, codigoGeneracion: CodigoGeneracion): Reception {
  const raw = archiveAnswer(answer);
  const body = objectIn(answer, [200, 400]);
  if (typeof body === 'string') return { kind: 'silent', reason: body, raw };
  const silent = silenceOf(body, codigoGeneracion, raw);
  const estado = readEstado(body);
  if (estado === 'PROCESADO' && answer.status === 200) {
    const stamp = readStamp(body, codigoGeneracion);
    if (typeof stamp === 'string') return silent(stamp);
    return isOutage(stamp.codigoMsg)
      ? silent('a seal together with an outage code')
      : { kind: 'stamped', stamp, raw };
  }
  if (estado !== 'RECHAZADO') return silent(`HTTP ${answer.status} without a verdict`);
  const rejection = readRejection(body, codigoGeneracion);
  if (typeof rejection === 'string') return silent(rejection);
  if (rejection.codigoMsg !== REGISTERED) return { kind: 'rejected', rejection, raw };
  const field = registeredField(saidIn(body));
  if (field === null) return silent('004 without a field that we know');
  const strays = readEcho(body, codigoGeneracion) === 'other';
  return {
    kind: 'already_registered',
    field,
    named: namedCode(body, rejection, codigoGeneracion),
    strays,
    rejection,
    raw,
  };
}

/** No verdict. No gateway knows the document's code, so that words beside it are the authority's, unless it says that it is out. */
function silenceOf(body: JsonObject, codigoGeneracion: CodigoGeneracion, raw: RawAnswer) {
  const isOurs = readEcho(body, codigoGeneracion) === 'ours';
  const spoke = isOurs && !isOutage(readCode(body['codigoMsg']) ?? '');
  return (reason: string): Silent => ({ kind: 'silent', reason, raw, ...(spoke && { spoke }) });
}

/**
 * Reads the answer of /fesv/recepcion/consultadte/. A document is absent where the authority itself says so: by its
 * `estado`, or by a message code beside the document's own code. A 404 without either may be a gateway's, whatever its
 * body, and is silence. A refusal of the document says that it has no stamp, also that its number is registered; that its
 * code is, and that it is invalidated, say that it has one.
 */
export function readConsultation(answer: WireAnswer, codigoGeneracion: CodigoGeneracion): Consultation {
  const raw = archiveAnswer(answer);
  const body = objectIn(answer, [200, 400, 404]);
  if (typeof body === 'string') return { kind: 'silent', reason: body, raw };
  const silent = silenceOf(body, codigoGeneracion, raw);
  const { status } = answer;
  const estado = readEstado(body);
  if (estado === 'PROCESADO' && status === 200) {
    const stamp = readStamp(body, codigoGeneracion);
    return typeof stamp === 'string' ? silent(stamp) : { kind: 'stamped', stamp, raw };
  }
  const ofAuthority =
    estado === 'RECHAZADO' || (status === 404 && estado === null && denies(body, codigoGeneracion));
  if (!ofAuthority) return silent(`HTTP ${status} without a verdict`);
  const doubt = doubtAbsence(body, codigoGeneracion);
  if (doubt === null) return { kind: 'absent', raw };
  return doubt === 'registered' || doubt === 'invalidated'
    ? { kind: 'known', invalidated: doubt === 'invalidated', raw }
    : silent(doubt);
}

/** Whether a body without `estado` is the authority's all the same: no gateway knows the document's code. */
function denies(body: JsonObject, codigoGeneracion: CodigoGeneracion): boolean {
  return readCode(body['codigoMsg']) !== null && readEcho(body, codigoGeneracion) === 'ours';
}

function doubtAbsence(body: JsonObject, codigoGeneracion: CodigoGeneracion): string | null {
  const echo = readEcho(body, codigoGeneracion);
  const code = readCode(body['codigoMsg']) ?? '';
  if (echo === 'other') return 'the answer names another codigoGeneracion';
  if (selloIn(body) !== null) return 'a refusal together with a seal';
  const field = code === REGISTERED ? registeredField(saidIn(body)) : null;
  const speaksOfCode = code === INVALIDATED || field === 'codigoGeneracion';
  if (speaksOfCode && echo === 'ours') return code === INVALIDATED ? 'invalidated' : 'registered';
  const isUndecided = WITHOUT_VERDICT.test(code) || (code === REGISTERED && field === null);
  if (isUndecided || speaksOfCode) return `code ${code} does not deny the document`;
  const isOfCall = MALFORMED_QUERY.test(code) || OF_ACCESS.test(code);
  if (echo === 'none' && isOfCall && !namesDatum(saidIn(body)))
    return `code ${code} speaks of the query, not of the document`;
  return null;
}

function readStamp(body: JsonObject, codigoGeneracion: CodigoGeneracion): Stamp | string {
  const selloRecibido = selloIn(body);
  if (readEcho(body, codigoGeneracion) !== 'ours') return 'PROCESADO for another codigoGeneracion';
  if (selloRecibido === null) return 'PROCESADO without a well-formed seal';
  return {
    selloRecibido,
    fhProcesamiento: readText(body['fhProcesamiento']) || null,
    codigoMsg: readCode(body['codigoMsg']) ?? '',
    descripcionMsg: readText(body['descripcionMsg']) ?? '',
    observaciones: observacionesIn(body),
  };
}

function readRejection(body: JsonObject, codigoGeneracion: CodigoGeneracion): Rejection | string {
  const said = saidIn(body);
  const { codigoMsg, message: descripcionMsg, observaciones } = said;
  const clasificaMsg = readText(body['clasificaMsg']) || null;
  const echo = readEcho(body, codigoGeneracion);
  if (codigoMsg === '') return 'RECHAZADO without a code';
  if (WITHOUT_VERDICT.test(codigoMsg)) return `RECHAZADO with code ${codigoMsg}, which is no verdict`;
  // What is registered under a number may be named in the place of what was sent.
  if (echo === 'other' && codigoMsg !== '004') return 'RECHAZADO for another codigoGeneracion';
  if (echo === 'none' && !mayOmitEcho(codigoMsg, clasificaMsg) && !namesDatum(said))
    return `RECHAZADO with code ${codigoMsg}, without the document’s code or a field of it`;
  if (selloIn(body) !== null) return 'RECHAZADO together with a seal';
  return {
    codigoMsg,
    clasificaMsg,
    descripcionMsg,
    observaciones: observaciones.length > 0 ? observaciones : [descripcionMsg || UNEXPLAINED],
  };
}

/** What an answer says, verdict or not; a code that it does not give is empty. */
function saidIn(body: JsonObject): SaidRejection {
  return {
    codigoMsg: readCode(body['codigoMsg']) ?? '',
    // An event of contingency is answered with a `mensaje`.
    message: readText(body['descripcionMsg'] ?? body['mensaje']) ?? '',
    observaciones: observacionesIn(body),
  };
}

/** Whether a rejection that names no code of generation, as that of an event, is an outage or about access alone. */
export function isUndecided(body: JsonObject): boolean {
  const said = saidIn(body);
  return WITHOUT_VERDICT.test(said.codigoMsg) || (OF_ACCESS.test(said.codigoMsg) && !namesDatum(said));
}

const WORDS_LIMIT = 300;
/** What is as long as a token or signed bytes may be some. */
const SECRETS = /(?<=Bearer\s)\S+|\S{60,}/gi;

/** The words of an answer without a verdict, for the log: one line of it, without secrets; null where it has none. */
export function wordsIn({ body }: WireAnswer): Words | null {
  const object = parseJsonObject(body);
  if (object === null) return null;
  const { codigoMsg: code, message, observaciones } = saidIn(object);
  const others = ['error', 'message'].map((name) => readText(object[name]));
  const text = [message, ...others, ...observaciones].filter((one) => one).join(' | ');
  if (code === '' && text === '') return null;
  return { code, text: text.replaceAll(SECRETS, '…').slice(0, WORDS_LIMIT) };
}

/** What a person reads when the authority rejected a document and said nothing more. */
const UNEXPLAINED = 'Hacienda rechazó el documento sin indicar el motivo.';

/** A document whose signature (20/802) or schema (98/096) failed is answered without its `codigoGeneracion`. */
function mayOmitEcho(codigoMsg: string, clasificaMsg: string | null): boolean {
  if (codigoMsg === '802') return clasificaMsg === null || clasificaMsg === '20';
  return codigoMsg === '096' && (clasificaMsg === null || clasificaMsg === '98');
}

function isOutage(codigoMsg: string): boolean {
  return codigoMsg === '022' || codigoMsg === '099';
}

export function selloIn({ selloRecibido }: JsonObject): SelloRecibido | null {
  return typeof selloRecibido === 'string' && isSelloRecibido(selloRecibido) ? selloRecibido : null;
}

export function readEstado(body: JsonObject): string | null {
  return readText(body['estado'])?.toUpperCase() || null;
}

/** Whether the answer names our document, another one, or none. */
function readEcho(body: JsonObject, codigoGeneracion: CodigoGeneracion): 'ours' | 'other' | 'none' {
  const echo = body['codigoGeneracion'];
  if (echo === null || echo === undefined || echo === '') return 'none';
  if (typeof echo !== 'string') return 'other';
  return echo.trim().toUpperCase() === codigoGeneracion.toUpperCase() ? 'ours' : 'other';
}

/** A code with its leading zeros, however it was printed: 2, "2" and "002" are "002"; null for none. */
function readCode(value: unknown): string | null {
  const text = readText(value);
  if (text === null || text === '') return null;
  return /^\d{1,3}$/.test(text) ? text.padStart(3, '0') : text;
}

export function observacionesIn({ observaciones }: JsonObject): readonly string[] {
  const list: readonly unknown[] = Array.isArray(observaciones) ? observaciones : [observaciones];
  return list.map(readText).filter((text): text is string => text !== null && text !== '');
}

/** The field of a 004; the document's own code wins where both are named, because asking about it is safe. */
function registeredField({
  message,
  observaciones,
}: SaidRejection): 'codigoGeneracion' | 'numeroControl' | null {
  const text = [message, ...observaciones].join('\n');
  if (/\bcodigoGeneracion\b/i.test(text)) return 'codigoGeneracion';
  return /\bnumeroControl\b/i.test(text) ? 'numeroControl' : null;
}

/**
 * Text that a column and a page can hold, from a string or a number: well-formed, without control characters,
 * trimmed. Anything else is null.
 */
export function readText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  return value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

const CODE = /\b[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}\b/gi;

/** The first code, other than the one that was sent, that the answer names. */
function namedCode(
  body: JsonObject,
  { descripcionMsg, observaciones }: Rejection,
  sent: CodigoGeneracion,
): CodigoGeneracion | null {
  const text = [readText(body['codigoGeneracion']), descripcionMsg, ...observaciones].join('\n');
  const codes = (text.match(CODE) ?? []).map((code) => parseCodigoGeneracion(code.toUpperCase()));
  return codes.find((code) => code !== null && code !== sent) ?? null;
}
