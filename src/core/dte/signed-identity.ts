import { byName } from '../records/by-name.ts';

const NAMES = ['codigoGeneracion', 'numeroControl', 'tipoDte', 'ambiente'] as const;

/** What a signed document or event says of itself, as its row tells it again; null where it does not say it. */
export type SignedIdentity = Readonly<Record<(typeof NAMES)[number], string | null>>;

/** Reads the identity out of a signed text. */
export function signedIdentity(payload: string): SignedIdentity {
  const identificacion = memberOf(parsed(payload), 'identificacion');
  return byName(NAMES, (name) => textOf(memberOf(identificacion, name)));
}

/** The seal that an answer of the authority gives; null where it gives none, as an answer about many documents does. */
export function sealInAnswer(body: string): string | null {
  return textOf(memberOf(parsed(body), 'selloRecibido'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) ?? null) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
