import { isJsonObject, type JsonObject, parseJsonObject } from '../core/json/read-json.ts';
import { readText } from './answer.ts';

/**
 * What the authentication answered. `refused`: it judged the credentials; asking again at once is useless and may
 * lock the account. `unavailable`: it judged nothing. Reasons never quote the answer, which may quote the password.
 */
export type AuthAnswer =
  | { readonly kind: 'token'; readonly token: string }
  | Refusal
  | { readonly kind: 'unavailable'; readonly reason: string };

interface Refusal {
  readonly kind: 'refused';
  readonly reason: string;
  readonly status: number;
  /** The authority's own, 100 to 111; null where it gave none. */
  readonly code: string | null;
}

const REFUSING_STATUS: ReadonlySet<number> = new Set([400, 401, 403, 429]);

/** Visible ASCII of a size that a header can carry. */
const TOKEN = /^[\x21-\x7e]{1,8000}$/;

/** Reads the answer of /seguridad/auth, where an error can come inside HTTP 200 (Manual Tecnico V1.0, page 19). */
export function readAuthAnswer(status: number, bytes: Uint8Array): AuthAnswer {
  const body = parseJsonObject(bytes);
  if (REFUSING_STATUS.has(status)) return refusal(status, body);
  if (status !== 200 || body === null)
    return { kind: 'unavailable', reason: `authentication: HTTP ${status}` };
  const verdict = readText(body['status'])?.toUpperCase();
  if (verdict === 'ERROR') return refusal(status, body);
  const token = verdict === 'OK' ? readToken(body['body']) : null;
  if (token === null) return { kind: 'unavailable', reason: 'authentication: HTTP 200 without a token' };
  return { kind: 'token', token };
}

/** The bare token: the authority prints it with the word Bearer before it, which some of its copies leave out. */
function readToken(body: unknown): string | null {
  if (!isJsonObject(body) || typeof body['token'] !== 'string') return null;
  const token = body['token'].trim().replace(/^bearer(\s+|$)/i, '');
  return TOKEN.test(token) ? token : null;
}

/** With the authority's code, where it gave one: 103 is an expired password, 106 a wrong one. */
function refusal(status: number, body: JsonObject | null): Refusal {
  const inner = body !== null && isJsonObject(body['body']) ? body['body'] : {};
  const candidates = [body?.['codigoMsg'], body?.['codigo'], inner['codigoMsg'], inner['codigo']];
  const code = candidates.map(readText).find((text) => text !== null && /^1\d\d$/.test(text)) ?? null;
  const reason = `authentication refused: HTTP ${status}${code === null ? '' : `, code ${code}`}`;
  return { kind: 'refused', reason, status, code };
}
