import { type JsonRecord, recordIn, textIn } from '../exact/json.ts';
import type { Fault } from '../shapes/fault.ts';
import { isNit } from '../shapes/formats.ts';

const DUI = /^[0-9]{9}$/;

/**
 * The schema of 2026 has no conditions. The authority still reads the number of a NIT (36) or a DUI (13), the
 * latter without its hyphen in this generation, and answers about the form.
 */
export function facturaConditionsV2(document: JsonRecord): readonly Fault[] {
  const receptor = recordIn(document, 'receptor');
  const kind = textIn(receptor, 'tipoDocumento');
  const number = textIn(receptor, 'numDocumento') ?? '';
  const wellFormed = (kind !== '36' || isNit(number)) && (kind !== '13' || DUI.test(number));
  return wellFormed ? [] : [{ path: '#/receptor/numDocumento', problem: 'format' }];
}
