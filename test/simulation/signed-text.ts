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
}

const MARK = /pedido=(\S+) version=(\d+) (mala|buena)/;

/** Reads what a simulated signer has signed; throws Error on anything else. */
export function readSigned(jws: string): SignedText {
  const [, reference = '', version, quality] = MARK.exec(jws) ?? [];
  const member = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(jws)?.[1];
  const [numeroControl, codigoGeneracion] = [member('numeroControl'), member('codigoGeneracion')];
  const [tipoDte, year] = [member('tipoDte'), member('fecEmi')?.slice(0, 4)];
  if (!numeroControl || !codigoGeneracion || !tipoDte || !year || version === undefined)
    throw new Error('these are no signed bytes of the simulation');
  const faulty = quality === 'mala';
  return { reference, version: Number(version), faulty, numeroControl, codigoGeneracion, tipoDte, year };
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
