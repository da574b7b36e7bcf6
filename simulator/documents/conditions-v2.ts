import { type JsonRecord, recordIn, textIn } from '../exact/json.ts';
import type { Fault } from '../shapes/fault.ts';
import { isNit, matching } from '../shapes/formats.ts';

const isDui = matching(/^[0-9]{9}$/);

/**
 * The schemas of 2026 have no conditions but one of type 11. The authority still reads the number of a NIT (36) or
 * a DUI (13), the latter without its hyphen in this generation, and answers about the form.
 */
export function receptorNumber(document: JsonRecord): readonly Fault[] {
  const receptor = recordIn(document, 'receptor');
  const kind = textIn(receptor, 'tipoDocumento');
  const number = textIn(receptor, 'numDocumento') ?? '';
  const wellFormed = (kind !== '36' || isNit(number)) && (kind !== '13' || isDui(number));
  return wellFormed ? [] : [{ path: '#/receptor/numDocumento', problem: 'format' }];
}
