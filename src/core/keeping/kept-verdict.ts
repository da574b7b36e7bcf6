import { isTipoDte, versionOf } from '../dte/kinds.ts';
import { isJsonObject, type JsonObject, jsonOrText } from '../json/read-json.ts';
import { madeUpJson } from './made-up-json.ts';
import { createMadeUpValues } from './made-up-values.ts';

/** The services whose answers are kept, under the names that cases give them. */
export const KEPT_SERVICES = [
  'auth',
  'recepcion',
  'consulta',
  'lote',
  'consultalote',
  'contingencia',
  'invalidacion',
] as const;
export type KeptService = (typeof KEPT_SERVICES)[number];

export const MARKS = ['R', 'B', 'C', '?'] as const;

/** What is to be kept. */
export interface LoggedAnswer {
  /**
   * The answer's body, or what has it inside: `GET /status?include_dte=1`, `document events --json`, or an object of
   * `status` and `body`.
   */
  readonly logged: unknown;
  /** The signed document that was answered; undefined where it is not at hand. */
  readonly document: unknown;
  readonly source: string;
  readonly mark: (typeof MARKS)[number];
  /** Told from the answer unless given. */
  readonly service: KeptService | undefined;
}

/** The files of a case by their names; the values in them are made up. */
export type KeptFiles = Readonly<Record<string, unknown>>;

/** The case of an answer that was logged; null where there is no answer in it. */
export function keptVerdict({ logged, source, mark, ...given }: LoggedAnswer): KeptFiles | null {
  const answer = answerIn(logged);
  if (answer === null) return null;
  const service = given.service ?? serviceOf(answer.body);
  const values = createMadeUpValues();
  const signed = documentIn(given.document ?? answer.document);
  const document = service === 'recepcion' ? madeUpJson(signed, values) : undefined;
  const body = madeUpJson(answer.body, values);
  if (!isJsonObject(body)) return null;
  const { status } = answer;
  const name = isJsonObject(signed) ? documentName(signed) : undefined;
  const simulator = document === undefined ? toldSimulator(service, body) : {};
  const expect = { product: { reads: readingOf(service, body, status) }, simulator };
  const title = `An answer of ${service}: ${[body['estado'] ?? body['status'], body['codigoMsg']].filter(Boolean).join(' ')}`;
  return {
    'case.json': { title, source, mark, service, ...(name === undefined ? {} : { document: name }), expect },
    'answer.json': { status, body },
    ...(document === undefined ? {} : { 'document.json': document }),
  };
}

interface FoundAnswer {
  readonly status: number;
  readonly body: JsonObject;
  readonly document: unknown;
}

function answerIn(logged: unknown): FoundAnswer | null {
  if (!isJsonObject(logged)) return null;
  const { attempts, response, schema, status, body } = logged;
  if (Array.isArray(attempts)) return answerOfAttempts(attempts);
  if (isJsonObject(response)) return found(response, undefined, schema);
  if (typeof status === 'number' && isJsonObject(body)) return found(body, status, undefined);
  return found(logged, undefined, undefined);
}

/** The last that was answered. */
function answerOfAttempts(attempts: readonly unknown[]): FoundAnswer | null {
  const answered = attempts.filter(isJsonObject).findLast(({ answer }) => typeof answer === 'string');
  const body = jsonOrText(String(answered?.['answer'] ?? ''));
  return isJsonObject(body) ? found(body, Number(answered?.['answer_status']), undefined) : null;
}

/** The status that goes with a body, where nobody noted it; null for a body that no service of the authority answers. */
function found(body: JsonObject, status: number | undefined, document: unknown): FoundAnswer | null {
  if (!isAnswer(body)) return null;
  return { body, status: status ?? (body['estado'] === 'RECHAZADO' ? 400 : 200), document };
}

function isAnswer({ estado, codigoLote, procesados, rechazados, status }: JsonObject): boolean {
  if (typeof estado === 'string' || typeof codigoLote === 'string') return true;
  return Array.isArray(procesados) || Array.isArray(rechazados) || status === 'OK' || status === 'ERROR';
}

/** Without what is put beside the signed document when it is handed over. */
function documentIn(document: unknown): unknown {
  if (!isJsonObject(document)) return undefined;
  const { firmaElectronica: _, selloRecibido: __, ...signed } = document;
  return signed;
}

/** Type and generation, like `03-v1`. */
function documentName({ identificacion }: JsonObject): string | undefined {
  const { tipoDte, version } = isJsonObject(identificacion) ? identificacion : {};
  if (typeof tipoDte !== 'string' || !isTipoDte(tipoDte)) return undefined;
  return `${tipoDte}-${version === versionOf(tipoDte, 'v1') ? 'v1' : 'v2'}`;
}

/** Answers differ in the members that they alone have. */
function serviceOf(body: JsonObject): KeptService {
  if ('procesados' in body || 'rechazados' in body) return 'consultalote';
  if ('codigoLote' in body) return 'lote';
  if ('mensaje' in body) return 'contingencia';
  if ('clasificaMsg' in body) return 'recepcion';
  return 'estado' in body ? 'invalidacion' : 'auth';
}

/** What the answer says by its own words, which is what the product is to read out of it. */
function readingOf(service: KeptService, body: JsonObject, status: number): JsonObject {
  const code = String(body['codigoMsg'] ?? '').padStart(3, '0');
  const isRefused = body['estado'] === 'RECHAZADO';
  switch (service) {
    case 'auth':
      return body['status'] === 'OK' ? { kind: 'granted' } : { kind: 'refused', status };
    case 'lote':
      return { kind: isRefused ? 'refused' : 'received' };
    case 'consultalote':
      return {};
    case 'consulta':
      return { kind: isRefused ? 'absent' : 'stamped' };
    case 'contingencia':
      return { kind: isRefused ? 'rejected' : 'sealed' };
    case 'invalidacion':
      return isRefused ? { kind: 'rejected', rejection: { codigoMsg: code } } : { kind: 'sealed' };
    case 'recepcion':
      if (!isRefused) return { kind: 'stamped', stamp: { codigoMsg: code } };
      return { kind: code === '004' ? 'already_registered' : 'rejected', rejection: { codigoMsg: code } };
  }
}

/** How the simulator comes to answer so without the document: it is told to, where it can be. */
function toldSimulator(service: KeptService, body: JsonObject): JsonObject | string {
  if (service === 'consultalote')
    return 'The answer to a lote follows from its documents: write the calls that provoke it.';
  if (body['status'] === 'ERROR') return { calls: [{ envelope: { pwd: 'Otra#Clave1' } }] };
  if (body['estado'] !== 'RECHAZADO') return {};
  const { codigoMsg = '099', clasificaMsg = null, descripcionMsg = null, observaciones } = body;
  const said = Array.isArray(observaciones) ? observaciones.filter((text) => text !== '') : [];
  const [first = '', ...others] = descripcionMsg === null ? said : [descripcionMsg, ...said];
  const words = { descripcionMsg: first, observaciones: others };
  return { script: { action: 'code', codigoMsg, clasificaMsg, ...words } };
}
