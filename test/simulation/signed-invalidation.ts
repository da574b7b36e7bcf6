import { type Mark, readMark } from './signed-text.ts';

/** What the authority reads in the bytes of an invalidation. */
export interface SignedInvalidation {
  /** The event's own. */
  readonly codigoGeneracion: string;
  /** The document that it invalidates, as the event describes it. */
  readonly document: {
    readonly codigoGeneracion: string;
    readonly selloRecibido: string;
    readonly numeroControl: string;
    readonly tipoDte: string;
  };
  /** What its caller wrote as the reason; null where the company's settings gave it. */
  readonly mark: Mark | null;
}

const DOCUMENT =
  /"documento":\{"tipoDte":"([^"]+)","codigoGeneracion":"([^"]+)","selloRecibido":"([^"]*)","numeroControl":"([^"]+)"/;

/** Reads an invalidation that a simulated signer has signed; throws Error on anything else. */
export function readSignedInvalidation(jws: string): SignedInvalidation {
  const code = /"codigoGeneracion":"([^"]+)"/.exec(jws)?.[1];
  const [, tipoDte, codigoGeneracion, selloRecibido, numeroControl] = DOCUMENT.exec(jws) ?? [];
  if (!code || !tipoDte || !codigoGeneracion || selloRecibido === undefined || !numeroControl)
    throw new Error('these are no signed bytes of an invalidation');
  return {
    codigoGeneracion: code,
    document: { tipoDte, codigoGeneracion, selloRecibido, numeroControl },
    mark: readMark(jws),
  };
}
