import { districtsOf } from '../../catalogs/districts.ts';
import type { Territory } from '../company/company.ts';
import { endsWithPlace } from '../dte/field-texts.ts';

/**
 * The district of an address that a v1 document carries: every such text of ours ends with its district's name, the
 * longest one where several would do. Null where it does not.
 */
export function districtOfAddress(address: {
  readonly departamento: string;
  readonly municipio: string;
  readonly complemento: string;
}): Territory | null {
  const { departamento, municipio, complemento } = address;
  const [district] = districtsOf(departamento, municipio)
    .filter(({ name }) => endsWithPlace(complemento, name))
    .toSorted((one, other) => other.name.length - one.name.length);
  return district === undefined ? null : { departamento, municipio, distrito: district.code };
}
