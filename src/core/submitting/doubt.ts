import { processingTimeMs } from '../calendar/processing-time.ts';
import type { CodigoGeneracion } from '../identifiers/official.ts';

/**
 * A rejection that is not known to hold, because bytes of the document may still be stamped, or have been.
 *
 * - `copy`: an earlier sending of the same bytes is unanswered. The rejection settles the sending that it answers, and is
 *   told as what it is; other bytes wait until nothing can come of the earlier one.
 * - `number`: the authority says that the control number is registered (004). Whose it is, is known once the authority
 *   has been asked about every code that the document has had, after the quarantine; until then nothing is sent. Where
 *   none of them is stamped, the number is another system's, and the document gets the next one (decision 22).
 */
export interface Doubt {
  readonly about: 'copy' | 'number';
  /** The attempt that was answered so. */
  readonly attempt: number;
  /** The codes that have to be asked about. */
  readonly codes: readonly CodigoGeneracion[];
}

/** What the caller reads while the number is in doubt. */
export const NUMBER_IN_DOUBT =
  'Hacienda dice que el número de control ya está registrado; se verifica si es el de este mismo documento. Si es de otro sistema, el documento recibirá otro número.';

/** What the caller reads until the document has been sent under its new number. */
export const RENUMBERED =
  'El número de control anterior es de otro sistema; el documento recibió otro y se volverá a enviar.';

/** What the caller reads where nothing tells whether a seal is of the data sent last. */
export const MAY_BE_OF_EARLIER_DATA =
  'Antes de estos datos se enviaron otros bajo el mismo código de generación, que Hacienda decía no tener; el sello puede ser de aquellos. Compare el total con la consulta pública de Hacienda.';

/** A version of the signed bytes of a document, and when the first of them left. */
export interface Version {
  readonly number: number;
  readonly codigoGeneracion: CodigoGeneracion;
  /** On the database's clock on the wall, since the epoch; null where they never left. */
  readonly firstSentMs: number | null;
  /** Whether the document has given up the number in them, because it is another system's. */
  readonly givenUp: boolean;
  /** Identifies the data in them. */
  readonly payloadHash: string;
  /** Whether the authority was taken at its word that it does not have them. */
  readonly takenForAbsent: boolean;
}

/** How far the clock by which the authority dates its seals may differ from the database's, as far as is known. */
const CLOCK_ERROR_MS = 90_000;

/**
 * The version that a seal belongs to: of those under its code, the latest that had left when the authority processed it.
 * Without an instant, it is the latest. Versions with a number that is another system's count where there is no other.
 */
export function carrierOf(
  versions: readonly Version[],
  codigoGeneracion: CodigoGeneracion,
  fhProcesamiento: string | null,
): number | null {
  const processedMs = fhProcesamiento === null ? null : processingTimeMs(fhProcesamiento);
  const all = versions.filter((one) => one.codigoGeneracion === codigoGeneracion && one.firstSentMs !== null);
  const own = all.filter(({ givenUp }) => !givenUp);
  const left = own.length > 0 ? own : all;
  const before = left.filter(
    ({ firstSentMs }) =>
      processedMs === null || (firstSentMs !== null && firstSentMs <= processedMs + CLOCK_ERROR_MS),
  );
  return (before.at(-1) ?? left[0])?.number ?? null;
}

/**
 * Whether a seal that the authority was asked for, and that is tied to the version `number`, may be of earlier data: they
 * left under the same code and were taken for absent, and nothing in a seal tells a copy that came even later.
 */
export function mayBeOfEarlierData(versions: readonly Version[], number: number): boolean {
  const tied = versions.find((one) => one.number === number);
  return versions.some(
    (one) =>
      one.number < number &&
      one.takenForAbsent &&
      one.codigoGeneracion === tied?.codigoGeneracion &&
      one.payloadHash !== tied.payloadHash,
  );
}
