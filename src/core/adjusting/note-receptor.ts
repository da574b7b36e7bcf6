import type { PostalAddress, Territory } from '../company/company.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import type { FieldProblem } from '../refusals/problem.ts';
import { complementoOf } from '../territory/complemento.ts';
import { districtOfAddress } from '../territory/district-of-address.ts';
import { resolveTerritory } from '../territory/resolve-territory.ts';
import type { CcfReceptor } from './issued-ccf.ts';

/** In which generation the note is issued, and where its issuer is. */
export interface NoteSetting {
  readonly generation: SchemaGeneration;
  readonly issuerTerritory: Territory;
}

/**
 * The recipient of a CCF as a note of the given generation names it; null where its place has no code there, which is
 * then noted. What the CCF says of it stays word for word unless the generations differ.
 */
export function noteReceptor(
  receptor: CcfReceptor,
  setting: NoteSetting,
  problems: FieldProblem[],
): ContribuyenteParty | null {
  const direccion = noteAddress(receptor.direccion, setting, problems);
  return direccion === null ? null : { ...receptor, direccion };
}

/**
 * v2 wants the district that v1 had no field for: the one that the v1 text names, else the issuer's if it lies in that
 * municipality, else the lowest there (specification 9.3). v1 wants its name in the text.
 */
function noteAddress(
  address: CcfReceptor['direccion'],
  { generation, issuerTerritory }: NoteSetting,
  problems: FieldProblem[],
): PostalAddress | null {
  const { departamento, municipio, distrito, complemento } = address;
  if (distrito === null) {
    const named = districtOfAddress(address);
    if (named !== null) return { ...named, complemento };
  }
  const place = { department: departamento, municipality: municipio, districtCode: distrito ?? undefined };
  const resolution = resolveTerritory(place, issuerTerritory, generation);
  if (resolution.kind === 'problem') {
    problems.push({ path: 'document_id', code: resolution.code, message: resolution.message });
    return null;
  }
  const { territory } = resolution;
  if (distrito === null || generation === 'v2') return { ...territory, complemento };
  return { ...territory, complemento: complementoOf({ address: complemento, territory }, generation) };
}
