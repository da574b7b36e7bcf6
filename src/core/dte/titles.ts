import { catalogEntry } from '../../catalogs/official-catalogs.ts';
import { typeNamed } from './kinds.ts';

/** What people call a document of this type; the code itself for none of CAT-002. */
export function titleOfType(tipoDte: string): string {
  return typeNamed(tipoDte)?.title ?? catalogEntry('CAT-002', tipoDte)?.description ?? tipoDte;
}
