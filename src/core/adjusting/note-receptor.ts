import type { PostalAddress, Territory } from '../company/company.ts';
import { complementoOf } from '../dte/fitted-text.ts';
import type { SchemaGeneration } from '../dte/kinds.ts';
import type { ContribuyenteParty } from '../dte/receptor.ts';
import { type Read, read, unreadable } from '../refusals/read.ts';
import { districtOfAddress } from '../territory/district-of-address.ts';
import { resolveTerritory } from '../territory/resolve-territory.ts';
import type { CcfReceptor } from './issued-ccf.ts';

/** In which generation the note is issued, and where its issuer is. */
export interface NoteSetting {
  readonly generation: SchemaGeneration;
  readonly issuerTerritory: Territory;
}

/**
 * The recipient of a CCF as a note of the given generation names it; null where its place has no code there. What the
 * CCF says of it stays word for word unless the generations differ.
 */
export function noteReceptor(receptor: CcfReceptor, setting: NoteSetting): Read<ContribuyenteParty | null> {
  const { value: direccion, problems } = noteAddress(receptor.direccion, setting);
  return { value: direccion === null ? null : { ...receptor, direccion }, problems };
}

/**
 * v2 wants the district that v1 had no field for: the one that the v1 text names, else the issuer's if it lies in that
 * municipality, else the lowest there (specification 9.3). v1 wants its name in the text.
 */
function noteAddress(
  address: CcfReceptor['direccion'],
  { generation, issuerTerritory }: NoteSetting,
): Read<PostalAddress | null> {
  const { departamento, municipio, distrito, complemento } = address;
  if (distrito === null) {
    const named = districtOfAddress(address);
    if (named !== null) return read({ ...named, complemento });
  }
  const place = { department: departamento, municipality: municipio, districtCode: distrito ?? undefined };
  const resolution = resolveTerritory(place, issuerTerritory, generation);
  if (resolution.kind === 'problem')
    return unreadable({ path: 'document_id', code: resolution.code, message: resolution.message });
  const { territory } = resolution;
  if (distrito === null || generation === 'v2') return read({ ...territory, complemento });
  return read({
    ...territory,
    complemento: complementoOf({ address: complemento, territory }, generation),
  });
}
