import { processingTimeMs } from '../calendar/processing-time.ts';
import type { CodigoGeneracion } from '../identifiers/official.ts';
import type { AttemptOutcome } from './states.ts';

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

/** What the caller reads where nothing tells which of several signatures over the same data a seal is of. */
export const MAY_BE_OF_OTHER_BYTES =
  'Estos datos se firmaron más de una vez bajo el mismo código de generación, y Hacienda los selló cuando la primera firma podía seguir en camino: el archivo firmado puede no ser el que Hacienda tiene. Compárelo con el de su portal.';

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
  readonly outcome: AttemptOutcome;
}

/** The version that a seal belongs to. */
export interface Carrier {
  readonly number: number;
  /** What the caller reads where another version may have it as well; null where the seal tells. */
  readonly doubt: string | null;
}

/** How far the clock by which the authority dates its seals may differ from the database's, as far as is known. */
const CLOCK_ERROR_MS = 90_000;

/** A seal names the second in which it was given. */
const SECOND_MS = 1_000;

/** A version that left. */
type Sent = Version & { readonly firstSentMs: number };

/**
 * The version that a seal belongs to: of those under its code, the latest that had left when the authority processed it.
 * Where the clocks may be as far apart as the seal and its sending, it is the one that left nearest to that instant, and the
 * caller is told. Without an instant, it is the latest. Versions with a number that is another system's count where there is no
 * other. Null where nothing left under the code.
 */
export function carrierOf(
  versions: readonly Version[],
  codigoGeneracion: CodigoGeneracion,
  fhProcesamiento: string | null,
): Carrier | null {
  const all = versions.filter(
    (one): one is Sent => one.codigoGeneracion === codigoGeneracion && hasLeft(one),
  );
  const own = all.filter(({ givenUp }) => !givenUp);
  const left = own.length > 0 ? own : all;
  const processedMs = fhProcesamiento === null ? null : processingTimeMs(fhProcesamiento);
  const before = left.filter(
    ({ firstSentMs }) => processedMs === null || firstSentMs <= processedMs + CLOCK_ERROR_MS,
  );
  const last = before.at(-1);
  if (last === undefined) return ofNone(left);
  const earlier = before.filter((one) => one.number < last.number && one.outcome !== 'rejected');
  const other = earlier.at(-1);
  const isClose = processedMs === null || last.firstSentMs > processedMs - CLOCK_ERROR_MS;
  const isTold = other === undefined || !isClose;
  const number = isTold || !isNearer(other, last, processedMs) ? last.number : other.number;
  return { number, doubt: isTold ? earlierData(earlier, last) : doubtBetween(other, last) };
}

/** The first version of all that left, for a seal that is older than their sending. */
function ofNone([first, second]: readonly Version[]): Carrier | null {
  if (first === undefined) return null;
  return { number: first.number, doubt: second === undefined ? null : doubtBetween(first, second) };
}

function hasLeft({ firstSentMs }: Version): boolean {
  return firstSentMs !== null;
}

function isNearer(one: Sent, other: Sent, processedMs: number | null): boolean {
  return processedMs !== null && distanceMs(one, processedMs) < distanceMs(other, processedMs);
}

/** Between the sending and the second that the seal names. */
function distanceMs({ firstSentMs }: Sent, processedMs: number): number {
  return Math.max(0, processedMs - firstSentMs, firstSentMs - processedMs - SECOND_MS + 1);
}

function doubtBetween(one: Version, other: Version): string {
  return one.payloadHash === other.payloadHash ? MAY_BE_OF_OTHER_BYTES : MAY_BE_OF_EARLIER_DATA;
}

/** Earlier data that were taken for absent may have come later still: nothing in a seal tells such a copy. */
function earlierData(earlier: readonly Version[], { payloadHash }: Version): string | null {
  const mayBe = earlier.some((one) => one.outcome === 'absent' && one.payloadHash !== payloadHash);
  return mayBe ? MAY_BE_OF_EARLIER_DATA : null;
}
