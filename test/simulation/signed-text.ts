/** What a caller of the simulation writes into the observations, so that signed bytes tell whose they are. */
export interface Mark {
  readonly reference: string;
  /** The caller's versions of one order are numbered. */
  readonly version: number;
  /** The authority finds fault with it, every time. */
  readonly faulty: boolean;
}

export function markText({ reference, version, faulty }: Mark): string {
  return `pedido=${reference} version=${version} ${faulty ? 'mala' : 'buena'}`;
}

/** What the authority reads in the bytes that it gets. */
export interface SignedText extends Mark {
  readonly numeroControl: string;
  readonly codigoGeneracion: string;
  readonly tipoDte: string;
  readonly year: string;
  /** `YYYY-MM-DD`. */
  readonly fecEmi: string;
  /** Whether it says that it was issued in a formal contingency. */
  readonly formal: boolean;
  /** The code of the CCF that a note is on; null for other documents. */
  readonly ccf: string | null;
}

/** The version of a note that we made by ourselves: it carries no mark, because no caller wrote it. */
export const AUTOMATIC_VERSION = 0;

const MARK = /pedido=(\S+) version=(\d+) (mala|buena)/;

/** Reads what a simulated signer has signed; throws Error on anything else. */
export function readSigned(jws: string): SignedText {
  const member = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(jws)?.[1];
  const [numeroControl, codigoGeneracion] = [member('numeroControl'), member('codigoGeneracion')];
  const [tipoDte, fecEmi] = [member('tipoDte'), member('fecEmi')];
  const ccf = tipoDte === '05' ? (member('numeroDocumento') ?? null) : null;
  const mark = readMark(jws) ?? (ccf === null ? null : automaticMark(numeroControl ?? ''));
  if (!numeroControl || !codigoGeneracion || !tipoDte || !fecEmi || mark === null)
    throw new Error('these are no signed bytes of the simulation');
  const formal = jws.includes('"tipoModelo":2');
  return { ...mark, numeroControl, codigoGeneracion, tipoDte, year: fecEmi.slice(0, 4), fecEmi, formal, ccf };
}

/** The mark that a caller left in signed bytes; null where there is none. */
export function readMark(jws: string): Mark | null {
  const [, reference = '', version, quality] = MARK.exec(jws) ?? [];
  return version === undefined ? null : { reference, version: Number(version), faulty: quality === 'mala' };
}

function automaticMark(numeroControl: string): Mark {
  return { reference: `note ${Number(numeroControl.slice(-15))}`, version: AUTOMATIC_VERSION, faulty: false };
}

/** What a simulated signer has signed. */
export function payloadOf(jws: string): string {
  return jws.slice(0, jws.lastIndexOf('#'));
}

/** The bytes in a few characters, for a trace. */
export function briefly(jws: string): string {
  const { reference, version, codigoGeneracion, numeroControl } = readSigned(jws);
  const signature = jws.slice(jws.lastIndexOf('#'));
  return `${reference} v${version} ${signature} code ..${codigoGeneracion.slice(-4)} number ${Number(numeroControl.slice(-15))}`;
}
