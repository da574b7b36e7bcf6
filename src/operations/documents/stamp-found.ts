import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import {
  carrierOf,
  MAY_BE_OF_EARLIER_DATA,
  mayBeOfEarlierData,
  type Version,
} from '../../core/submitting/doubt.ts';
import type { Consultation } from '../authority/ports.ts';
import type { Verdict } from './ports.ts';

/** The stamp under a code, tied to the version that carried it; what may be of earlier data says so. */
export function stampOf(
  versions: readonly Version[],
  codigoGeneracion: CodigoGeneracion,
  { stamp, raw }: Extract<Consultation, { kind: 'stamped' }>,
): Verdict {
  const attempt = carrierOf(versions, codigoGeneracion, stamp.fhProcesamiento);
  if (attempt === null) throw new Error('a code is stamped under which nothing was sent');
  const found = { kind: 'stamped', attempt, raw, isFound: true } as const;
  if (!mayBeOfEarlierData(versions, attempt)) return { ...found, stamp };
  const observaciones = [...stamp.observaciones, MAY_BE_OF_EARLIER_DATA];
  return { ...found, stamp: { ...stamp, observaciones }, mayBeEarlier: true };
}
